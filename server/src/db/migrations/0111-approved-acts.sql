-- Every act that takes two people has its approval: who proposed and who confirmed it stands there alone, with the keys they did it with. The row of an act has
-- the approval's id, holds what is decided, and follows the approval's state.

alter table approvals
  drop constraint approvals_act_check,
  add check (act in ('staffKey', 'payout', 'suspense', 'transfer', 'bill', 'break', 'limit', 'quota', 'hold')),
  -- Null where it stands sealed with the act, or, of acts from before, in the trail alone.
  alter column reason drop not null,
  -- Null where it waits for as long as it takes.
  alter column lapses_at drop not null,
  add column state text not null default 'open' check (state in ('open', 'confirmed', 'dropped')),
  add column dropped_by text,
  add column dropped_as text check (dropped_as in ('replaced', 'declined', 'lapsed', 'overtaken')),
  add check ((state = 'confirmed') = (confirmed_at is not null)),
  add check ((state = 'dropped') = (dropped_at is not null)),
  add check ((dropped_at is null) = (dropped_as is null)),
  -- Nobody answers their own proposal.
  add check (dropped_as <> 'declined' or dropped_by <> proposed_by),
  drop constraint approvals_of_two_people,
  add constraint approvals_of_two_people check (confirmed_by <> proposed_by),
  add unique (id, state);
do $$ declare one text; begin
  for one in select conname from pg_constraint where conrelid = 'approvals'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%local:%' loop
    execute format('alter table approvals drop constraint %I', one);
  end loop;
end $$;
drop index approvals_open;
create index approvals_open on approvals (act, proposed_at) where state = 'open';

create or replace function approvals_begin_open() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' then
    raise exception 'what takes two people begins as a proposal' using errcode = 'restrict_violation';
  end if;
  if new.proposed_key_id is null and new.proposed_by not like 'local:%' or new.proposed_key_id is not null
    and not exists (select from ops_keys k where k.id = new.proposed_key_id and k.name = new.proposed_by and k.ended_at is null) then
    raise exception 'an approval is proposed with an open key' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function approvals_end_once() returns trigger language plpgsql as $$
declare
  ends text[] = '{state,confirmed_by,confirmed_key_id,confirmed_at,dropped_by,dropped_as,dropped_at}';
begin
  if old.state <> 'open' then
    raise exception 'what two people decided stays' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(new) - ends is distinct from to_jsonb(old) - ends then
    raise exception 'what the first of two people said stays' using errcode = 'restrict_violation';
  end if;
  new.state = case when new.confirmed_at is not null then 'confirmed' when new.dropped_at is not null then 'dropped' else 'open' end;
  if new.state <> 'confirmed' then return new; end if;
  if new.confirmed_key_id is null and new.confirmed_by not like 'local:%' or new.confirmed_key_id is not null
    and not exists (select from ops_keys k where k.id = new.confirmed_key_id and k.name = new.confirmed_by
      and k.ended_at is null and (k.is_first or k.added_at + interval '24 hours' <= new.confirmed_at)) then
    raise exception 'an approval is confirmed with an open key of a day or more' using errcode = 'restrict_violation';
  end if;
  if root_of_key(new.confirmed_key_id) is not distinct from root_of_key(new.proposed_key_id) then
    raise exception 'two keys of one maker are one person' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
revoke update on approvals from sandali_app;
grant update (confirmed_by, confirmed_key_id, confirmed_at, dropped_by, dropped_as, dropped_at) on approvals to sandali_app;

-- Of an act: it begins as the proposal of its kind (the first argument), and stays as it was proposed, but for what its confirmation adds (the others), once.
create function acts_follow_their_approval() returns trigger language plpgsql as $$
declare
  added text[] = tg_argv[1:];
begin
  if tg_op = 'INSERT' then
    if not exists (select from approvals a where a.id = new.id and a.act = tg_argv[0] and a.state = 'open') then
      raise exception 'what takes two people begins as a proposal' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if to_jsonb(new) - 'state'::text - added is distinct from to_jsonb(old) - 'state'::text - added then
    raise exception 'what the first of two people said stays' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(new) -> 'state' = to_jsonb(old) -> 'state' and (new.state <> 'confirmed'
    or jsonb_strip_nulls(to_jsonb(old)) ?| added) then
    raise exception 'what two people decided stays' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
-- At the end of a transaction what a confirmation adds is there, and nowhere else.
create function acts_are_whole() returns trigger language plpgsql as $$
declare
  act jsonb;
begin
  execute format('select jsonb_strip_nulls(to_jsonb(t)) from %I t where id = $1', tg_table_name) using new.id into act;
  if (act ->> 'state' = 'confirmed') <> (act ?& tg_argv[0:]) or act ->> 'state' <> 'confirmed' and act ?| tg_argv[0:] then
    raise exception 'what two people decide is whole' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

-- What people said before, as approvals. Their keys are the last that the name had until then.
create function key_of(who text, at timestamptz) returns uuid language sql stable as $$
  select id from ops_keys where name = who and added_at <= at order by made_at desc limit 1
$$;
alter table approvals disable trigger user;
insert into approvals (id, act, proposed_by, proposed_key_id, proposed_at, confirmed_by, confirmed_key_id, confirmed_at, dropped_at, dropped_as, state)
  select id, 'payout', proposed_by, key_of(proposed_by, proposed_at), proposed_at, confirmed_by, key_of(confirmed_by, confirmed_at), confirmed_at,
    dropped_at, case when dropped_at is not null then 'replaced' end, case when confirmed_at is not null then 'confirmed' when dropped_at is not null then 'dropped' else 'open' end
  from payout_resolutions
  union all
  select id, 'suspense', proposed_by, key_of(proposed_by, proposed_at), proposed_at, confirmed_by, key_of(confirmed_by, confirmed_at), confirmed_at,
    dropped_at, case when dropped_at is not null then 'replaced' end, case when confirmed_at is not null then 'confirmed' when dropped_at is not null then 'dropped' else 'open' end
  from suspense_decisions
  union all
  select id, 'transfer', proposed_by, key_of(proposed_by, proposed_at), proposed_at, confirmed_by, key_of(confirmed_by, confirmed_at), confirmed_at,
    dropped_at, case when dropped_at is not null then 'replaced' end, case when confirmed_at is not null then 'confirmed' when dropped_at is not null then 'dropped' else 'open' end
  from transfers;
insert into approvals (id, act, reason, proposed_by, proposed_key_id, proposed_at, confirmed_by, confirmed_key_id, confirmed_at, dropped_at, dropped_as, state)
  select id, 'bill', reason, proposed_by, key_of(proposed_by, proposed_at), proposed_at, confirmed_by, key_of(confirmed_by, confirmed_at), confirmed_at,
    dropped_at, case when dropped_at is not null then 'replaced' end, case when confirmed_at is not null then 'confirmed' when dropped_at is not null then 'dropped' else 'open' end
  from bill_decisions
  union all
  select id, 'break', reason, proposed_by, key_of(proposed_by, proposed_at), proposed_at, confirmed_by, key_of(confirmed_by, confirmed_at), confirmed_at,
    null, null, case when confirmed_at is not null then 'confirmed' else 'open' end
  from reconciliation_settlements;
insert into approvals (id, act, proposed_by, proposed_key_id, proposed_at, lapses_at, confirmed_by, confirmed_key_id, confirmed_at, dropped_by, dropped_at, dropped_as, state)
  select id, 'limit', proposed_by, key_of(proposed_by, proposed_at), proposed_at, greatest(lapses_at, ended_at), case when outcome = 'confirmed' then ended_by end,
    case when outcome = 'confirmed' then key_of(ended_by, ended_at) end, case when outcome = 'confirmed' then ended_at end,
    case when outcome <> 'confirmed' then ended_by end, case when outcome <> 'confirmed' then ended_at end, case when outcome <> 'confirmed' then outcome end,
    case when outcome is null then 'open' when outcome = 'confirmed' then 'confirmed' else 'dropped' end
  from review_proposals;
alter table approvals enable trigger user;

-- Payouts.
alter table payout_resolutions disable trigger user;
alter table payout_resolutions add column state text;
update payout_resolutions r set state = a.state from approvals a where a.id = r.id;
drop trigger payout_resolutions_are_said_once on payout_resolutions;
drop trigger payout_resolutions_begin_open on payout_resolutions;
drop function payout_resolutions_are_said_once, payout_resolutions_begin_open;
alter table payout_resolutions
  drop column proposed_by, drop column proposed_at, drop column confirmed_by, drop column confirmed_at, drop column dropped_at,
  alter column state set not null, alter column state set default 'open',
  add foreign key (id, state) references approvals (id, state) on update cascade;
alter table payout_resolutions enable trigger user;
create unique index payout_resolutions_open on payout_resolutions (payout_id) where state = 'open';
create trigger payout_resolutions_follow before insert or update on payout_resolutions for each row execute function acts_follow_their_approval('payout');
create trigger payout_resolutions_stay before delete on payout_resolutions for each row execute function refuse_change();
create or replace function payout_breaks_given_up_by_two_people() returns trigger language plpgsql as $$
begin
  if not exists (select from payout_resolutions r where r.payout_id = new.payout_id and r.outcome = 'writtenOff' and r.state = 'confirmed') then
    raise exception 'two people give a contested payout up' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create or replace function payouts_settled_by_two_people() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payout_resolutions r where r.payout_id = new.id and r.state = 'confirmed'
      and r.outcome = case new.state when 'paid' then 'paid' else 'failed' end
  ) then
    raise exception 'two people settle a payout, or its gateway does' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
revoke update on payout_resolutions from sandali_app;

-- Money without an owner.
alter table suspense_decisions disable trigger user;
alter table suspense_decisions add column state text;
update suspense_decisions r set state = a.state from approvals a where a.id = r.id;
drop trigger suspense_decisions_are_said_once on suspense_decisions;
drop function suspense_decisions_are_said_once;
alter table suspense_decisions
  drop column proposed_by, drop column proposed_at, drop column confirmed_by, drop column confirmed_at, drop column dropped_at,
  alter column state set not null, alter column state set default 'open',
  add foreign key (id, state) references approvals (id, state) on update cascade;
alter table suspense_decisions enable trigger user;
create unique index suspense_decisions_open on suspense_decisions (receipt_id) where state = 'open';
create unique index suspense_decisions_once on suspense_decisions (receipt_id) where state = 'confirmed';
create or replace function suspense_decisions_begin() returns trigger language plpgsql as $$
begin
  if not exists (select from receipts r where r.id = new.receipt_id and r.borrower_id is null and (new.act = 'return' or r.currency = 'PHP')) then
    raise exception 'only money without an owner is assigned, and only pesos' using errcode = 'restrict_violation';
  end if;
  if new.loan_id is not null and not exists (select from loans l where l.id = new.loan_id and l.borrower_id = new.borrower_id) then
    raise exception 'a bill is assigned to with its own borrower' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger suspense_decisions_follow before insert or update on suspense_decisions
  for each row execute function acts_follow_their_approval('suspense', 'entry_id');
create constraint trigger suspense_decisions_are_whole after insert or update on suspense_decisions deferrable initially deferred
  for each row execute function acts_are_whole('entry_id');
create or replace function receipts_get_an_owner_once() returns trigger language plpgsql as $$
begin
  if old.borrower_id is not null or new.borrower_id is null
    or (to_jsonb(new) - 'borrower_id') is distinct from (to_jsonb(old) - 'borrower_id')
    or not exists (select from suspense_decisions d where d.receipt_id = old.id and d.act = 'assign' and d.borrower_id = new.borrower_id
      and d.state = 'confirmed') then
    raise exception 'a receipt stays as it came; its owner is named once, by two people' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
revoke update on suspense_decisions from sandali_app;
grant update (entry_id) on suspense_decisions to sandali_app;

-- Transfers to our own account.
alter table transfers disable trigger user;
alter table transfers add column state text;
update transfers r set state = a.state from approvals a where a.id = r.id;
drop trigger transfers_are_said_once on transfers;
drop trigger transfers_begin_open on transfers;
drop function transfers_are_said_once, transfers_begin_open;
alter table transfers
  drop column proposed_by, drop column proposed_at, drop column confirmed_by, drop column confirmed_at, drop column dropped_at,
  alter column state set not null, alter column state set default 'open',
  add foreign key (id, state) references approvals (id, state) on update cascade;
alter table transfers enable trigger user;
create unique index transfers_once on transfers (bank_reference) where state <> 'dropped';
create index transfers_of_borrower on transfers (borrower_id, paid_on desc);
create trigger transfers_follow before insert or update on transfers for each row execute function acts_follow_their_approval('transfer');
create or replace function receipts_of_own_bank_have_two_people() returns trigger language plpgsql as $$
begin
  if new.currency <> 'PHP' then
    raise exception 'our own account takes pesos alone' using errcode = 'restrict_violation';
  end if;
  if not exists (select from transfers t where t.bank_reference = new.gateway_payment_id and t.state = 'confirmed'
    and (t.code_id, t.borrower_id, t.amount_centavos, t.paid_on) is not distinct from (new.code_id, new.borrower_id, new.amount_centavos, new.value_on)
    and (t.code_id is not null or t.code_typed is not distinct from new.code_typed)) then
    raise exception 'two people book a transfer to our own account' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
revoke update on transfers from sandali_app;

-- Bills.
alter table bill_decisions disable trigger user;
alter table bill_decisions add column state text;
update bill_decisions r set state = a.state from approvals a where a.id = r.id;
drop trigger bill_decisions_are_made_once on bill_decisions;
drop trigger bill_decisions_begin_open on bill_decisions;
drop function bill_decisions_are_made_once, bill_decisions_begin_open;
alter table bill_decisions
  drop column reason, drop column proposed_by, drop column proposed_at, drop column confirmed_by, drop column confirmed_at, drop column dropped_at,
  alter column state set not null, alter column state set default 'open',
  add foreign key (id, state) references approvals (id, state) on update cascade;
alter table bill_decisions enable trigger user;
create unique index bill_decisions_open on bill_decisions (loan_id) where state = 'open';
create unique index bill_decisions_written_off on bill_decisions (loan_id) where kind = 'writeOff' and state = 'confirmed';
create index bill_decisions_of_borrower on bill_decisions (borrower_id);
create trigger bill_decisions_follow before insert or update on bill_decisions
  for each row execute function acts_follow_their_approval('bill', 'value_on', 'granted_centavos');
create constraint trigger bill_decisions_are_whole after insert or update on bill_decisions deferrable initially deferred
  for each row execute function acts_are_whole('value_on', 'granted_centavos');
create function bill_decisions_of_open_bills() returns trigger language plpgsql as $$
begin
  if new.state <> 'dropped' and not exists (select from bills b where b.loan_id = new.loan_id and b.borrower_id = new.borrower_id and b.settled_at is null) then
    raise exception 'people decide about an open bill, of its own borrower' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bill_decisions_of_open_bills before insert or update of state on bill_decisions for each row execute function bill_decisions_of_open_bills();
create function bill_decisions_of_their_day() returns trigger language plpgsql as $$
begin
  if new.value_on <> (select (a.confirmed_at at time zone 'Asia/Manila')::date from approvals a where a.id = new.id) then
    raise exception 'a decision counts from the day on which it was confirmed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bill_decisions_of_their_day before update of value_on on bill_decisions for each row execute function bill_decisions_of_their_day();
create or replace function bill_waived_is_granted() returns trigger language plpgsql as $$
begin
  if (select sum(w.amount_centavos) not between 0 and max(d.granted_centavos) or bool_or(w.value_on <> d.value_on)
      from bill_waived w join bill_decisions d on d.id = w.decision_id where d.id = new.decision_id and d.state = 'confirmed') is distinct from false then
    raise exception 'a charge is taken back as two people granted it' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create or replace function bills_given_up_by_two_people() returns trigger language plpgsql as $$
begin
  if old.written_off_on is not null then
    raise exception 'a bill that was given up stays so' using errcode = 'restrict_violation';
  end if;
  if not exists (select from bill_decisions d where d.loan_id = new.loan_id and d.kind = 'writeOff' and d.state = 'confirmed'
      and d.value_on = new.written_off_on) then
    raise exception 'two people give a bill up' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
revoke update on bill_decisions from sandali_app;
grant update (value_on, granted_centavos) on bill_decisions to sandali_app;

-- Breaks of the reconciliation.
alter table reconciliation_settlements disable trigger user;
alter table reconciliation_settlements add column state text;
update reconciliation_settlements r set state = a.state from approvals a where a.id = r.id;
drop trigger reconciliation_settlements_are_said_once on reconciliation_settlements;
drop function reconciliation_settlements_are_said_once;
alter table reconciliation_settlements
  drop column reason, drop column proposed_by, drop column proposed_at, drop column confirmed_by, drop column confirmed_at,
  alter column state set not null, alter column state set default 'open',
  add foreign key (id, state) references approvals (id, state) on update cascade;
alter table reconciliation_settlements enable trigger user;
create trigger reconciliation_settlements_follow before insert or update on reconciliation_settlements
  for each row execute function acts_follow_their_approval('break');
create or replace function reconciliation_breaks_end_once() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or to_jsonb(new) - '{ended_at,ended_as}'::text[] <> to_jsonb(old) - '{ended_at,ended_as}'::text[] then
    raise exception 'a break stays as it was found, and ends once' using errcode = 'restrict_violation';
  end if;
  if new.ended_as = 'settled' and not exists (select from reconciliation_settlements s where s.break_id = new.id and s.state = 'confirmed') then
    raise exception 'two people settle a break' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
revoke update on reconciliation_settlements from sandali_app;

-- Large first limits. The reason is words about a person: it stays sealed with the proposal, and goes with the account.
alter table review_proposals disable trigger user;
alter table review_proposals add column state text;
update review_proposals r set state = a.state from approvals a where a.id = r.id;
drop trigger review_proposals_end_once on review_proposals;
drop function review_proposals_end_once;
alter table review_proposals
  drop column proposed_by, drop column proposed_at, drop column lapses_at, drop column ended_at, drop column outcome, drop column ended_by,
  alter column state set not null, alter column state set default 'open',
  add foreign key (id, state) references approvals (id, state) on update cascade;
alter table review_proposals enable trigger user;
create unique index review_proposals_open on review_proposals (application_id) where state = 'open';
create function review_proposals_follow() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{state,reason_sealed}'::text[] is distinct from to_jsonb(old) - '{state,reason_sealed}'::text[]
    or new.reason_sealed is distinct from old.reason_sealed
      and (new.reason_sealed is not null or new.state <> old.state or not is_erased_application(old.application_id)) then
    raise exception 'what the first of two people said stays' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger review_proposals_begin before insert on review_proposals for each row execute function acts_follow_their_approval('limit');
create trigger review_proposals_follow before update on review_proposals for each row execute function review_proposals_follow();
create or replace function large_limits_take_two_people() returns trigger language plpgsql as $$
begin
  if new.proposal_id is null and (new.outcome <> 'approved' or new.limit_centavos <= new.two_people_above_centavos) then return new; end if;
  perform 1 from review_proposals p join approvals a on a.id = p.id where p.id = new.proposal_id and p.application_id = new.application_id
    and new.outcome = 'approved' and p.limit_centavos = new.limit_centavos and p.state = 'confirmed' and a.confirmed_by = new.decided_by;
  if not found then
    raise exception 'a limit above the threshold takes a proposal that another person has confirmed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
revoke update on review_proposals from sandali_app;

-- Higher limits, and holds of lines: these wait for a person from the start, and have their approval once somebody has proposed.
alter table approvals disable trigger user;
alter table quota_requests disable trigger user;
alter table line_holds disable trigger user;
alter table quota_requests add column approval_id uuid unique references approvals;
update quota_requests set approval_id = gen_random_uuid() where proposed_by is not null;
insert into approvals (id, act, proposed_by, proposed_key_id, proposed_at, confirmed_by, confirmed_key_id, confirmed_at, dropped_at, dropped_as, state)
  select approval_id, 'quota', proposed_by, key_of(proposed_by, proposed_at), proposed_at,
    case when granted_centavos = proposed_centavos and decided_by <> proposed_by then decided_by end,
    case when granted_centavos = proposed_centavos and decided_by <> proposed_by then key_of(decided_by, decided_at) end,
    case when granted_centavos = proposed_centavos and decided_by <> proposed_by then decided_at end,
    case when decided_at is not null and (granted_centavos = proposed_centavos and decided_by <> proposed_by) is not true then decided_at end,
    case when decided_at is not null and (granted_centavos = proposed_centavos and decided_by <> proposed_by) is not true then 'overtaken' end,
    case when decided_at is null then 'open' when granted_centavos = proposed_centavos and decided_by <> proposed_by then 'confirmed' else 'dropped' end
  from quota_requests where proposed_by is not null;
alter table quota_requests drop column proposed_by, drop column proposed_at,
  add check ((proposed_centavos is null) = (approval_id is null)),
  add constraint quota_requests_of_two_people check (granted_centavos is null or granted_centavos <= two_people_above_centavos
    or (approval_id is not null and proposed_centavos = granted_centavos));
alter table line_holds add column approval_id uuid unique references approvals;
update line_holds set approval_id = gen_random_uuid() where proposed_by is not null;
insert into approvals (id, act, proposed_by, proposed_key_id, proposed_at, confirmed_by, confirmed_key_id, confirmed_at, state)
  select approval_id, 'hold', proposed_by, key_of(proposed_by, proposed_at), proposed_at, cleared_by, key_of(cleared_by, cleared_at), cleared_at,
    case when cleared_at is null then 'open' else 'confirmed' end
  from line_holds where proposed_by is not null;
alter table line_holds drop column proposed_by, drop column proposed_at, drop column cleared_by,
  add constraint line_holds_of_two_people check (cleared_at is null or approval_id is not null);
alter table approvals enable trigger user;
alter table quota_requests enable trigger user;
alter table line_holds enable trigger user;
drop function key_of;

create or replace function quota_requests_are_decided_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'requested' then
    raise exception 'a request for a higher limit is decided once' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.borrower_id, new.limit_centavos, new.wanted_centavos, new.two_people_above_centavos, new.rules_version, new.asked_at, new.answer_on)
    is distinct from
    (old.id, old.borrower_id, old.limit_centavos, old.wanted_centavos, old.two_people_above_centavos, old.rules_version, old.asked_at, old.answer_on) then
    raise exception 'a request for a higher limit stays as it was asked' using errcode = 'restrict_violation';
  end if;
  if old.approval_id is not null and (new.approval_id, new.proposed_centavos) is distinct from (old.approval_id, old.proposed_centavos) then
    raise exception 'what the first of two people said stays' using errcode = 'restrict_violation';
  end if;
  if new.approval_id is not null and not exists (select from approvals a where a.id = new.approval_id and a.act = 'quota'
      and case when old.approval_id is null then a.state = 'open' when new.granted_centavos > new.two_people_above_centavos
        then a.state = 'confirmed' and a.confirmed_by = new.decided_by else true end) then
    raise exception 'two people grant so high a limit' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create or replace function line_holds_end_once() returns trigger language plpgsql as $$
begin
  if (new.id, new.borrower_id, new.placed_at) is distinct from (old.id, old.borrower_id, old.placed_at) or old.cleared_at is not null then
    raise exception 'a hold stays as it was placed, and is cleared once' using errcode = 'restrict_violation';
  end if;
  if new.cleared_at is not null and (new.approval_id is distinct from old.approval_id
      or not exists (select from approvals a where a.id = new.approval_id and a.act = 'hold' and a.state = 'confirmed')) then
    raise exception 'two people clear a hold' using errcode = 'restrict_violation';
  end if;
  if new.approval_id is distinct from old.approval_id and exists (select from approvals a where a.id = old.approval_id and a.state <> 'dropped') then
    raise exception 'what the first of two people said stays' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
revoke update on quota_requests, line_holds from sandali_app;
grant update (state, proposed_centavos, approval_id, granted_centavos, decided_at, decided_by, reason_group, ask_again_on) on quota_requests to sandali_app;
grant update (approval_id, cleared_at) on line_holds to sandali_app;
