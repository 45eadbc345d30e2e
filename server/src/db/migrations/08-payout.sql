-- Payouts, and what gateways report of them.

create table payouts (
  id uuid primary key,
  kind text not null check (kind in ('loan', 'refund')),
  subject_id uuid not null,
  borrower_id uuid not null references borrowers,
  amount_centavos bigint not null check (amount_centavos > 0),
  channel text not null,
  -- Frozen at the order: name, number and bank code as they were then.
  receiver_sealed bytea not null,
  gateway text not null,
  state text not null default 'ready' check (state in ('ready', 'sent', 'paid', 'failed', 'unknown', 'reversed', 'cancelled')),
  ordered_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  paid_at timestamptz,
  gateway_id text,
  failure text,
  withdrawal_code_sealed bytea,
  -- Claiming: who works on it until when (real time), and the attempt number as a fence.
  next_attempt_at timestamptz not null,
  lease_until timestamptz,
  attempts integer not null default 0,
  -- What a payout waits for that the gateway said it did not take, or that was not sent for it;
  -- since when, in real time.
  waits_for text check (waits_for in ('float')),
  waits_since timestamptz,
  -- Who settled it: the gateway's own word (its webhook's truth, its status or its settlement
  -- report), or two people.
  settled_by text check (settled_by in ('gateway', 'people')),
  -- For how many days it may be collected, as it was ordered; null where the money goes to an
  -- account.
  collect_days integer check (collect_days > 0),
  -- From when it lay ready (business time), and the last Manila day on which it can be collected.
  ready_at timestamptz,
  collect_until date,
  -- Since when it has been requested back (real time), and who requested it.
  recalled_at timestamptz,
  recalled_by text check (recalled_by in ('system', 'borrower')),
  -- The code by which the receiving bank was known when the order was sent, the same however often
  -- it is sent again.
  bank_code text check (bank_code is null or state <> 'ready'),
  -- When its borrower was notified that the last day comes (business time).
  last_day_notified_at timestamptz,
  -- The account at the gateway by which the order was sent, as an identifier that does not reveal
  -- its credentials. Null before it was sent.
  gateway_account text check (length(gateway_account) between 1 and 64),
  -- When an order first left as `gateway_account`; `sent_at` is when it left last after it had not
  -- been taken.
  deduplicated_from timestamptz check (deduplicated_from is null or gateway_account is not null),
  -- Null for cash pickups, and if the gateway reports no rails.
  rail text check (rail in ('instapay', 'pesonet')),
  -- The Manila day on which it should be there, as of when it left last; null for what is there
  -- within minutes.
  expected_on date constraint payouts_expected_by_rail check (expected_on is null or rail is not null),
  -- At most one payout for a loan or refund, ever: a failed loan is final, and a retry is a new
  -- loan.
  unique (kind, subject_id),
  check ((waits_for is null) = (waits_since is null)),
  check (waits_for is null or state in ('ready', 'sent')),
  check ((ready_at is null) = (collect_until is null)),
  check (ready_at is null or collect_days is not null),
  check ((recalled_at is null) = (recalled_by is null)),
  check (recalled_at is null or ready_at is not null),
  check (last_day_notified_at is null or ready_at is not null),
  constraint payouts_rail_to_account check (rail is null or channel in ('bankCard', 'wallet')),
  -- InstaPay carries no more than ₱50,000 in one transfer.
  constraint payouts_instapay_limit check (rail is distinct from 'instapay' or amount_centavos <= 5000000),
  -- What travels in batches has its day once it has left.
  constraint payouts_batch_has_its_day check (rail is distinct from 'pesonet' or expected_on is not null or state in ('ready', 'failed', 'cancelled'))
);
comment on table payouts is 'The row''s id is the reference at the gateway for life; the intent is committed before the gateway is called.';
create index payouts_to_look_at on payouts (next_attempt_at) where state in ('ready', 'sent', 'unknown');
create index payouts_of_borrower on payouts (borrower_id, ordered_at);
create index payouts_waiting on payouts (id) where waits_for is not null;
create index payouts_uncollected on payouts (collect_until) where ready_at is not null and recalled_at is null and state in ('sent', 'unknown');
-- What waits is counted by its gateway, so that one which is not configured any more is seen.
create index payouts_open_by_gateway on payouts (gateway) where state in ('ready', 'sent', 'unknown');
-- From which day the settlement reports of a gateway are read. By days, of which many rows share
-- one: a tenth of an index by times.
create index payouts_by_gateway_day on payouts (gateway, ((paid_at at time zone 'Asia/Manila')::date)) where paid_at is not null;

create function payouts_move() returns trigger language plpgsql as $$
begin
  if not (case old.state
    when 'ready' then new.state in ('sent', 'failed', 'cancelled')
    when 'sent' then new.state in ('paid', 'failed', 'unknown')
    when 'unknown' then new.state in ('paid', 'failed')
    when 'paid' then new.state in ('reversed')
    else false end) then
    raise exception 'a payout does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_move before update of state on payouts for each row when (new.state <> old.state) execute function payouts_move();
comment on trigger payouts_move on payouts is 'A payout goes from state to state only as its machine says: once paid it is never sent again.';

create function payouts_need_a_loan() returns trigger language plpgsql as $$
begin
  if exists (select 1 from loans l where l.id = new.subject_id and l.state = 'cancelled') then
    raise exception 'a cancelled loan is not paid out' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_need_a_loan before insert on payouts for each row when (new.kind = 'loan') execute function payouts_need_a_loan();
comment on trigger payouts_need_a_loan on payouts is 'A cancelled loan is not paid out.';

create function payouts_are_settled_by_two_people() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payout_resolutions r where r.payout_id = new.id and r.state = 'confirmed'
      and r.outcome = case new.state when 'paid' then 'paid' else 'failed' end
  ) then
    raise exception 'two people settle a payout, or its gateway does' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_are_settled_by_two_people before update on payouts for each row
  when (new.settled_by = 'people' and (old.state is distinct from new.state or old.settled_by is distinct from new.settled_by))
  execute function payouts_are_settled_by_two_people();
comment on trigger payouts_are_settled_by_two_people on payouts is 'A payout that people settle has two of them behind it, who said what it becomes.';

create function payouts_keep_their_pickup() returns trigger language plpgsql as $$
begin
  if (old.ready_at is not null and (new.ready_at, new.collect_until) is distinct from (old.ready_at, old.collect_until))
     or (old.recalled_at is not null and (new.recalled_at, new.recalled_by) is distinct from (old.recalled_at, old.recalled_by)) then
    raise exception 'a pickup keeps its days, and stays asked back' using errcode = 'restrict_violation';
  end if;
  if old.recalled_at is null and new.recalled_at is not null and old.state not in ('sent', 'unknown') then
    raise exception 'only a pickup that nobody has collected is asked back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_keep_their_pickup before update on payouts for each row execute function payouts_keep_their_pickup();
comment on trigger payouts_keep_their_pickup on payouts is 'Money to collect keeps its days; only what nobody has collected is recalled, once.';

create function payouts_keep_their_bank_code() returns trigger language plpgsql as $$
begin
  raise exception 'a payout keeps the code it was sent with' using errcode = 'restrict_violation';
end $$;
create trigger payouts_keep_their_bank_code before update of bank_code on payouts for each row
  when (old.state <> 'ready' and new.bank_code is distinct from old.bank_code) execute function payouts_keep_their_bank_code();
comment on trigger payouts_keep_their_bank_code on payouts is 'A payout is sent again with the bank code of the first time.';

create function payouts_notify_last_day_once() returns trigger language plpgsql as $$
begin
  if old.last_day_notified_at is not null then
    raise exception 'of the last day of a pickup a borrower is notified once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_notify_last_day_once before update of last_day_notified_at on payouts for each row
  when (new.last_day_notified_at is distinct from old.last_day_notified_at) execute function payouts_notify_last_day_once();
comment on trigger payouts_notify_last_day_once on payouts is 'Of the last day of a pickup its borrower is notified once.';

create function payouts_keep_their_rail() returns trigger language plpgsql as $$
begin
  raise exception 'a payout keeps the rail it was sent by' using errcode = 'restrict_violation';
end $$;
create trigger payouts_keep_their_rail before update of rail on payouts for each row
  when (old.state <> 'ready' and new.rail is distinct from old.rail) execute function payouts_keep_their_rail();
comment on trigger payouts_keep_their_rail on payouts is 'A payout is sent again by the rail of the first time.';

create function payouts_keep_their_expected_day() returns trigger language plpgsql as $$
begin
  raise exception 'a payout that has ended is expected on no other day' using errcode = 'restrict_violation';
end $$;
create trigger payouts_keep_their_expected_day before update of expected_on on payouts for each row
  when (old.state in ('paid', 'failed', 'reversed', 'cancelled') and new.expected_on is distinct from old.expected_on)
  execute function payouts_keep_their_expected_day();
comment on trigger payouts_keep_their_expected_day on payouts is 'A payout that has ended is expected on no other day.';

-- The contents of an order, its receiver and its gateway are not granted for update.
grant select, insert, update (state, sent_at, settled_at, paid_at, gateway_id, failure, withdrawal_code_sealed, next_attempt_at, lease_until, attempts,
  waits_for, waits_since, settled_by, ready_at, collect_until, recalled_at, recalled_by, bank_code, last_day_notified_at, gateway_account, deduplicated_from,
  rail, expected_on) on payouts to sandali_app;

create table payout_exceptions (
  id uuid primary key,
  payout_id uuid not null references payouts,
  kind text not null check (kind in ('paidAfterEnd', 'failedAfterPaid', 'otherAmount')),
  -- As the gateway has it.
  gateway_id text,
  amount_centavos bigint not null check (amount_centavos > 0),
  paid_at timestamptz,
  found_at timestamptz not null,
  ended_at timestamptz,
  ended_as text check (ended_as in ('returned', 'confirmed', 'corrected', 'writtenOff')),
  check ((ended_at is null) = (ended_as is null)),
  check (kind <> 'paidAfterEnd' or paid_at is not null)
);
comment on table payout_exceptions is 'What a gateway says against what was settled: seen and alarmed until it has ended.';
create unique index payout_exceptions_open on payout_exceptions (payout_id, kind) where ended_at is null;
create index payout_exceptions_of_payout on payout_exceptions (payout_id);

create function payout_exceptions_end_once() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null and not (old.ended_as = 'writtenOff' and new.ended_as is not distinct from 'returned') then
    raise exception 'a break of a payout ends once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_exceptions_end_once before update on payout_exceptions for each row execute function payout_exceptions_end_once();
comment on trigger payout_exceptions_end_once on payout_exceptions is
  'An exception of a payout ends once; but one that was written off ends as returned where its money comes back after all.';

create function payout_exceptions_are_written_off_by_two_people() returns trigger language plpgsql as $$
begin
  if not exists (select from payout_resolutions r where r.payout_id = new.payout_id and r.outcome = 'writtenOff' and r.state = 'confirmed') then
    raise exception 'two people write a contested payout off' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_exceptions_are_written_off_by_two_people before update on payout_exceptions for each row
  when (new.ended_as = 'writtenOff') execute function payout_exceptions_are_written_off_by_two_people();
comment on trigger payout_exceptions_are_written_off_by_two_people on payout_exceptions is 'Two people write a contested payout off.';

grant select, insert, update (ended_at, ended_as) on payout_exceptions to sandali_app;

create table payout_resolutions (
  id uuid primary key,
  payout_id uuid not null references payouts,
  outcome text not null check (outcome in ('paid', 'failed', 'returned', 'writtenOff')),
  paid_at timestamptz,
  state text not null default 'open',
  check (paid_at is null or outcome = 'paid'),
  foreign key (id, state) references approvals (id, state) on update cascade
);
comment on table payout_resolutions is 'What two people say became of a payout: one proposes, another confirms the same.';
create index payout_resolutions_of_payout on payout_resolutions (payout_id);
create unique index payout_resolutions_open on payout_resolutions (payout_id) where state = 'open';
create trigger payout_resolutions_follow_approval before insert or update on payout_resolutions for each row execute function follow_approval('payout');
comment on trigger payout_resolutions_follow_approval on payout_resolutions is 'What people say of a payout begins as a proposal, and stays.';
create trigger payout_resolutions_are_seen before insert or update on payout_resolutions for each row execute function acts_are_seen('payout', 'payout_id');
comment on trigger payout_resolutions_are_seen on payout_resolutions is 'Whoever proposes or confirms how a payout ended has seen it as it is.';

grant select, insert on payout_resolutions to sandali_app;

create table bank_lists (
  version bigint generated always as identity primary key,
  gateway text not null,
  -- The day of the gateway's list.
  dated date not null,
  -- SHA-256 of the file.
  sha256 bytea not null check (length(sha256) = 32),
  imported_at timestamptz not null,
  imported_by text not null
);
comment on table bank_lists is
  'A gateway''s own lists of the banks and wallets it pays, as they were imported (`ops bank import`): each a version, none ever changed. The newest of a '
  'gateway is in force.';
create index bank_lists_of_gateway on bank_lists (gateway, version desc);

grant select, insert on bank_lists to sandali_app;

create table bank_list_entries (
  version bigint not null references bank_lists,
  position integer not null check (position > 0),
  -- All as the gateway writes it.
  name text not null,
  instapay_code text,
  instapay_maximum_centavos bigint check (instapay_maximum_centavos > 0),
  pesonet_code text,
  pesonet_maximum_centavos bigint check (pesonet_maximum_centavos > 0),
  -- Our bank or wallet that it is; null for one that we do not offer.
  provider_id text,
  primary key (version, position),
  unique (version, provider_id),
  check (instapay_code is not null or pesonet_code is not null),
  check (instapay_maximum_centavos is null or instapay_code is not null),
  check (pesonet_maximum_centavos is null or pesonet_code is not null)
);
comment on table bank_list_entries is 'The banks and wallets of a version of a list.';

grant select, insert on bank_list_entries to sandali_app;

create table webhook_events (
  id bigint generated always as identity primary key,
  gateway text not null,
  event_id text not null,
  event text not null,
  subject text not null,
  raw bytea not null,
  received_at timestamptz not null,
  unique (gateway, event_id)
);
comment on table webhook_events is 'Events that gateways sent: permanent, their words sealed and for some days; pending work on them is in another table.';
-- What came of a payout or a payment is looked up by it.
create index webhook_events_of_subject on webhook_events (subject);
create index webhook_events_with_words on webhook_events (received_at) where raw <> '';

grant select, insert on webhook_events to sandali_app;
grant usage on sequence webhook_events_id_seq to sandali_app;

create table webhook_queue (
  webhook_event_id bigint primary key references webhook_events,
  next_attempt_at timestamptz not null,
  lease_until timestamptz,
  attempts integer not null default 0
);
comment on table webhook_queue is 'Events of gateways that are still to be worked on.';
create index webhook_queue_due on webhook_queue (next_attempt_at);

grant select, insert, delete, update on webhook_queue to sandali_app;

-- The body of an event names people, and is only a hint: its subject was fetched from the gateway
-- and is in payouts, receipts and settlement reports. So this deletes the bodies of events that
-- came before an instant and are not pending, at most `most`; that the event came, its subject and
-- its time are kept. The serving role has no other way to delete them.
create function erase_webhook_words(before timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  forgotten integer;
begin
  update webhook_events set raw = '' where id in (
    select e.id from webhook_events e where e.received_at < before and e.raw <> ''
      and not exists (select from webhook_queue w where w.webhook_event_id = e.id) order by e.received_at limit most);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
revoke all on function erase_webhook_words(timestamptz, integer) from public;
grant execute on function erase_webhook_words(timestamptz, integer) to sandali_app;
