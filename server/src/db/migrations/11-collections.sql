-- Collections: staff decisions on bills, promises to pay, and calls.

create table bill_decisions (
  id uuid primary key,
  loan_id uuid not null,
  borrower_id uuid not null,
  kind text not null check (kind in ('waive', 'adjust', 'writeOff')),
  -- The waived charge; null if the whole bill is written off.
  part text check (part in ('late', 'interest')),
  -- The proposed amount; null for everything owed on the day of the confirmation.
  amount_centavos bigint check (amount_centavos > 0),
  -- For a confirmed decision: its value date, and the maximum amount that it deducts.
  value_on date,
  granted_centavos bigint check (granted_centavos > 0),
  state text not null default 'open',
  check ((kind = 'writeOff') = (part is null)),
  check (kind <> 'waive' or part = 'late'),
  check (kind <> 'writeOff' or amount_centavos is null),
  check (kind <> 'adjust' or amount_centavos is not null),
  check (granted_centavos <= amount_centavos),
  unique (id, loan_id),
  foreign key (id, state) references approvals (id, state) on update cascade,
  foreign key (loan_id, borrower_id) references bills (loan_id, borrower_id)
);
comment on table bill_decisions is
  'Waivers, corrections and write-offs: one person proposes, another confirms, and the decision '
  'counts from the Manila day of the confirmation. What a bill owes follows from these rows and '
  'its money by value date (docs/decisions/0023).';
create index bill_decisions_of_loan on bill_decisions (loan_id);
create unique index bill_decisions_open on bill_decisions (loan_id) where state = 'open';
create unique index bill_decisions_written_off on bill_decisions (loan_id) where kind = 'writeOff'
  and state = 'confirmed';
create index bill_decisions_of_borrower on bill_decisions (borrower_id);
create trigger bill_decisions_follow_approval before insert or update on bill_decisions
  for each row execute function follow_approval('bill', 'value_on', 'granted_centavos');
comment on trigger bill_decisions_follow_approval on bill_decisions is
  'A decision on a bill starts as a proposal, and is permanent.';
create trigger bill_decisions_are_seen before insert or update on bill_decisions for each row
  execute function acts_are_seen('bill', 'loan_id');
comment on trigger bill_decisions_are_seen on bill_decisions is
  'The proposer and the confirmer have seen the bill in its current state.';
create constraint trigger bill_decisions_are_whole after insert or update on bill_decisions
  deferrable initially deferred
  for each row execute function acts_are_whole('value_on', 'granted_centavos');
comment on trigger bill_decisions_are_whole on bill_decisions is
  'A decision has a value date and an amount if and only if it is confirmed.';

create function bill_decisions_need_an_open_bill() returns trigger language plpgsql as $$
begin
  if new.state <> 'dropped' and not exists (select from bills b where b.loan_id = new.loan_id
    and b.settled_at is null) then
    raise exception 'a decision needs an open bill' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bill_decisions_need_an_open_bill before insert or update of state on bill_decisions
  for each row
  execute function bill_decisions_need_an_open_bill();
comment on trigger bill_decisions_need_an_open_bill on bill_decisions is
  'Decisions are made on open bills only.';

create function bill_decisions_count_from_confirmation() returns trigger language plpgsql as $$
begin
  if new.value_on <> (select (a.confirmed_at at time zone 'Asia/Manila')::date from approvals a
    where a.id = new.id) then
    raise exception 'a decision must take effect on the day of its confirmation'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bill_decisions_count_from_confirmation before update of value_on on bill_decisions
  for each row
  execute function bill_decisions_count_from_confirmation();
comment on trigger bill_decisions_count_from_confirmation on bill_decisions is
  'A decision counts from the day on which it was confirmed.';

grant select, insert, update (value_on, granted_centavos) on bill_decisions to sandali_app;

create table waived_charges (
  id uuid primary key,
  loan_id uuid not null,
  borrower_id uuid not null,
  decision_id uuid not null,
  value_on date not null,
  amount_centavos bigint not null check (amount_centavos <> 0),
  entry_id uuid not null references ledger_entries,
  booked_at timestamptz not null,
  foreign key (decision_id, loan_id) references bill_decisions (id, loan_id),
  foreign key (loan_id, borrower_id) references bills (loan_id, borrower_id)
);
comment on table waived_charges is
  'Amounts that a relief deducts, as differences like money on bills, because money that is '
  'reported late can make a charge smaller.';
create index waived_charges_of_loan on waived_charges (loan_id);
create index waived_charges_of_decision on waived_charges (decision_id);
create index waived_charges_of_entry on waived_charges (entry_id);
create index waived_charges_of_borrower on waived_charges (borrower_id);

create function waived_charges_are_granted() returns trigger language plpgsql as $$
begin
  if (select sum(w.amount_centavos) not between 0 and max(d.granted_centavos)
    or bool_or(w.value_on <> d.value_on)
      from waived_charges w join bill_decisions d on d.id = w.decision_id
        where d.id = new.decision_id and d.state = 'confirmed') is distinct from false then
    raise exception 'a waiver cannot exceed what two people granted, or have another day'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger waived_charges_are_granted after insert on waived_charges
  deferrable initially deferred
  for each row execute function waived_charges_are_granted();
comment on trigger waived_charges_are_granted on waived_charges is
  'Waivers stay within what two people granted, from the day they granted it.';

grant select, insert on waived_charges to sandali_app;

create table promises_to_pay (
  id uuid primary key,
  loan_id uuid not null,
  borrower_id uuid not null,
  number integer not null check (number between 1 and 4),
  made_on date not null,
  made_at timestamptz not null,
  made_by text not null,
  reason text not null check (length(reason) between 3 and 500),
  -- The promised amount, which was owed at the time, and the amount already paid on the bill.
  total_centavos bigint not null check (total_centavos > 0),
  paid_before_centavos bigint not null check (paid_before_centavos >= 0),
  -- The number of extensions booked before the promise. A later extension replaces the promise,
  -- whatever its day.
  extensions_before integer not null,
  check (made_on = (made_at at time zone 'Asia/Manila')::date),
  unique (id, borrower_id, made_on),
  foreign key (loan_id, borrower_id) references bills (loan_id, borrower_id)
);
comment on table promises_to_pay is
  'Promises to pay in up to four installments. While they are kept, days after the promise bring '
  'no late charge.';
create unique index promises_to_pay_of_loan on promises_to_pay (loan_id, number);
create index promises_to_pay_of_borrower on promises_to_pay (borrower_id, made_at);

create function promises_to_pay_have_installments() returns trigger language plpgsql as $$
begin
  if not exists (select from promise_installments t where t.promise_id = new.id) then
    raise exception 'a promise to pay needs installments' using errcode = 'restrict_violation';
  end if;
  if not exists (select from bills b where b.loan_id = new.loan_id and b.settled_at is null) then
    raise exception 'a promise to pay needs an open bill' using errcode = 'restrict_violation';
  end if;
  if (select count(*) from extensions e where e.loan_id = new.loan_id
    and e.state = 'success') <> new.extensions_before then
    raise exception 'a promise must record the number of earlier extensions'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger promises_to_pay_have_installments after insert on promises_to_pay
  deferrable initially deferred
  for each row execute function promises_to_pay_have_installments();
comment on trigger promises_to_pay_have_installments on promises_to_pay is
  'A promise to pay is for an open bill, has installments, and records the number of earlier '
  'extensions.';

grant select, insert on promises_to_pay to sandali_app;

create table promise_installments (
  promise_id uuid not null references promises_to_pay,
  number integer not null check (number between 1 and 4),
  due_on date not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  primary key (promise_id, number)
);
comment on table promise_installments is 'The installments of a promise to pay.';
create index promise_installments_by_day on promise_installments (due_on);

create function promise_installments_are_whole() returns trigger language plpgsql as $$
declare
  promise promises_to_pay;
  last_on date;
begin
  select * into promise from promises_to_pay p where p.id = new.promise_id;
  last_on := promise.made_on + rule('planDays', promise.made_on);
  if (select coalesce(sum(t.amount_centavos), 0) <> promise.total_centavos
    or count(*) <> max(t.number)
      or bool_or(t.due_on <= promise.made_on or t.due_on > last_on)
        from promise_installments t where t.promise_id = promise.id)
    or exists (select from promise_installments t join promise_installments u
      on u.promise_id = t.promise_id and u.number > t.number and u.due_on <= t.due_on
      where t.promise_id = promise.id) then
    raise exception 'the installments of a promise must add up to the amount owed, by %', last_on
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger promise_installments_are_whole
  after insert or update on promise_installments deferrable initially deferred
  for each row execute function promise_installments_are_whole();
comment on trigger promise_installments_are_whole on promise_installments is
  'The installments of a promise sum to the amount owed, on increasing days within the days of the '
  'rule.';

create function promise_installments_move_later() returns trigger language plpgsql as $$
begin
  if new.due_on <= old.due_on then
    raise exception 'the day of an installment can only move later'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger promise_installments_move_later before update on promise_installments
  for each row execute function promise_installments_move_later();
comment on trigger promise_installments_move_later on promise_installments is
  'An installment only moves to a later day, when its day was proclaimed a holiday.';

grant select, insert, update (due_on) on promise_installments to sandali_app;

create table plan_disclosures (
  promise_id uuid primary key,
  borrower_id uuid not null,
  made_on date not null,
  -- SHA-256 of the text, sent with the acceptance.
  hash bytea not null check (octet_length(hash) = 32),
  text_sealed bytea not null,
  -- An unkeyed hash of the session's token hash.
  session_hash bytea not null check (octet_length(session_hash) = 32),
  accepted_at timestamptz not null,
  -- Only the plan's borrower can accept it, and only on the day on which it was made.
  foreign key (promise_id, borrower_id, made_on)
    references promises_to_pay (id, borrower_id, made_on)
);
comment on table plan_disclosures is
  'The text with which a borrower accepted a plan without staff: the JSON of its statement, sealed '
  'because it names the borrower.';
create index plan_disclosures_of_borrower on plan_disclosures (borrower_id, made_on);

create function plan_disclosures_are_rare() returns trigger language plpgsql as $$
begin
  if exists (select from plan_disclosures t where t.borrower_id = new.borrower_id
    and t.made_on > new.made_on - rule('planPauseDays', new.made_on)) then
    raise exception 'a borrower can accept a plan only once in % days',
      rule('planPauseDays', new.made_on)
      using errcode = 'restrict_violation';
  end if;
  if not exists (select from promises_to_pay p where p.id = new.promise_id
    and p.made_by = 'the borrower') then
    raise exception 'a disclosure statement needs a plan that the borrower accepted'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger plan_disclosures_are_rare before insert on plan_disclosures for each row
  execute function plan_disclosures_are_rare();
comment on trigger plan_disclosures_are_rare on plan_disclosures is
  'A borrower can take a plan without staff at most once in the days of the rule planPauseDays.';

create function promises_to_pay_have_a_disclosure() returns trigger language plpgsql as $$
begin
  if not exists (select from plan_disclosures t where t.promise_id = new.id) then
    raise exception 'a plan needs the disclosure statement that the borrower accepted'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger promises_to_pay_have_a_disclosure after insert on promises_to_pay
  deferrable initially deferred
  for each row when (new.made_by = 'the borrower')
    execute function promises_to_pay_have_a_disclosure();
comment on trigger promises_to_pay_have_a_disclosure on promises_to_pay is
  'A plan taken by a borrower exists only with its accepted statement.';

grant select, insert on plan_disclosures to sandali_app;

create view late_charge_suspensions as
select f.* from (select p.loan_id, p.id as promise_id, p.made_on + 1 as from_on, least(
    -- Check that the days of the installments ascend with their numbers.
    coalesce((select t.due_on from promise_installments t where t.promise_id = p.id
      and (select coalesce(sum(m.amount_centavos), 0) from payment_allocations m
        where m.loan_id = p.loan_id and m.value_on <= t.due_on)
        < p.paid_before_centavos + (select sum(u.amount_centavos) from promise_installments u
          where u.promise_id = p.id and u.number <= t.number)
        order by t.number limit 1),
      (select t.due_on from promise_installments t where t.promise_id = p.id order by t.number desc
        limit 1)),
    (select min(q.made_on) from promises_to_pay q where q.loan_id = p.loan_id
      and q.made_on > p.made_on),
    (select min(e.offered_on) from extensions e where e.loan_id = p.loan_id
      and e.number > p.extensions_before),
    b.written_off_on) as to_on
from promises_to_pay p join bills b on b.loan_id = p.loan_id) f where f.from_on <= f.to_on
union all
select b.loan_id, null, b.written_off_on + 1, date '9999-12-31' from bills b
  where b.written_off_on is not null;
comment on view late_charge_suspensions is
  'Days without late charge, for set-based queries. A test compares it with rules/relief.ts.';
grant select on late_charge_suspensions to sandali_app;

create table collection_calls (
  id uuid primary key,
  loan_id uuid not null,
  borrower_id uuid not null,
  called_at timestamptz not null,
  called_on date not null,
  -- The ordinal of the call among the day's calls to this person, about any bill.
  number integer not null check (number > 0),
  called_by text not null,
  -- The hash of the called number, which is the borrower's own.
  to_hash bytea not null,
  outcome text not null
    check (outcome in ('reached', 'promised', 'noAnswer', 'wrongNumber', 'refused', 'callBack')),
  note_sealed bytea,
  check (called_on = (called_at at time zone 'Asia/Manila')::date),
  unique (borrower_id, called_on, number),
  foreign key (loan_id, borrower_id) references bills (loan_id, borrower_id)
);
comment on table collection_calls is
  'Calls to borrowers with an overdue bill (SEC MC 18 s.2019): to their own number only, within the '
  'hours and the numbers of calls that the rules allow.';
create index collection_calls_of_loan on collection_calls (loan_id, called_at);

create function collection_calls_are_lawful() returns trigger language plpgsql as $$
begin
  if not exists (select from borrowers b where b.id = new.borrower_id and b.phone_hash = new.to_hash
    and b.erased_at is null) then
    raise exception 'a collection call can go only to the borrower''s own number'
      using errcode = 'restrict_violation';
  end if;
  if not exists (select from bills b where b.loan_id = new.loan_id and b.settled_at is null) then
    raise exception 'a collection call needs an open bill' using errcode = 'restrict_violation';
  end if;
  if new.number > 1 + (select count(*) from collection_calls c where c.borrower_id = new.borrower_id
    and c.called_on = new.called_on) then
    raise exception 'the calls of a day must be numbered without gaps'
      using errcode = 'restrict_violation';
  end if;
  if extract(hour from new.called_at at time zone 'Asia/Manila')
    not between rule('callFirstHour', new.called_on) and rule('callLastHour', new.called_on) then
    raise exception 'a collection call at this hour is not allowed'
      using errcode = 'restrict_violation';
  end if;
  if new.number > rule('callsADay', new.called_on)
    or (select count(*) from collection_calls c where c.borrower_id = new.borrower_id
      and c.called_on between new.called_on - 6 and new.called_on)
      >= rule('callsAWeek', new.called_on) then
    raise exception
      'the borrower has had the maximum number of calls today or in the last seven days'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger collection_calls_are_lawful before insert on collection_calls for each row
  execute function collection_calls_are_lawful();
comment on trigger collection_calls_are_lawful on collection_calls is
  'Calls go only to the borrower''s own number, about an open bill. The rules limit their hours '
  'and number. A day''s calls have no gaps.';

grant select, insert on collection_calls to sandali_app;

create table collection_owners (
  loan_id uuid primary key references bills,
  taken_by text not null check (length(taken_by) between 1 and 100),
  -- The Manila days from which and up to which the bill is held, both included: at most seven.
  taken_on date not null,
  until_on date not null,
  check (until_on between taken_on and taken_on + 6)
);
comment on table collection_owners is
  'Who among the staff holds an overdue bill, so that two people do not call one borrower. A row '
  'whose last day has passed holds nothing.';
create index collection_owners_of_staff on collection_owners (taken_by, until_on);

create function collection_owners_take_turns() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.taken_by <> old.taken_by and old.until_on >= new.taken_on then
    raise exception 'another person holds this bill' using errcode = 'restrict_violation';
  end if;
  if not exists (select from bills b where b.loan_id = new.loan_id and b.settled_at is null) then
    raise exception 'only an open bill can be held' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger collection_owners_take_turns before insert or update on collection_owners
  for each row execute function collection_owners_take_turns();
comment on trigger collection_owners_take_turns on collection_owners is
  'Nobody takes a bill that another person holds, and only open bills are held.';

grant select, insert, delete, update (taken_by, taken_on, until_on) on collection_owners
  to sandali_app;
