-- Payouts, and the gateways' reports about them.

create table payouts (
  id uuid primary key,
  kind text not null check (kind in ('loan', 'refund')),
  subject_id uuid not null,
  borrower_id uuid not null references borrowers,
  amount_centavos bigint not null check (amount_centavos > 0),
  channel text not null,
  -- The receiver's name, number and bank code at the time of the order.
  receiver_sealed bytea not null,
  gateway text not null,
  state text not null default 'ready',
  ordered_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  paid_at timestamptz,
  gateway_id text,
  failure text,
  withdrawal_code_sealed bytea,
  -- A worker's lease (wall time); the attempt number is the fencing token.
  next_attempt_at timestamptz not null,
  lease_until timestamptz,
  attempts integer not null default 0,
  -- What an unsent payout waits for, and since when (wall time). Either the gateway did not accept
  -- the payout, or we did not send it for this reason.
  waits_for text check (waits_for in ('float')),
  waits_since timestamptz,
  -- Whether the gateway (webhook, status or settlement report) or two people settled the payout.
  settled_by text check (settled_by in ('gateway', 'people')),
  -- For how many days the borrower may collect the payout; null if it goes to an account.
  collect_days integer check (collect_days > 0),
  -- When the payout became ready (business time), and the last Manila day for collecting it.
  ready_at timestamptz,
  collect_until date,
  -- When the system or the borrower requested its recall (wall time), and which of them.
  recalled_at timestamptz,
  recalled_by text check (recalled_by in ('system', 'borrower')),
  -- The receiving bank's code when the order was first sent; the same for every attempt.
  bank_code text check (bank_code is null or state <> 'ready'),
  -- When the borrower was reminded of the last day for collecting (business time).
  last_day_notified_at timestamptz,
  -- The gateway account that sent the order, as an identifier that does not reveal credentials.
  -- Null before it was sent.
  gateway_account text check (length(gateway_account) between 1 and 64),
  -- When the order was first sent from `gateway_account`. `sent_at` is later if an attempt was not
  -- accepted and the order was sent again.
  deduplicated_from timestamptz check (deduplicated_from is null or gateway_account is not null),
  -- Null for cash pickups, and if the gateway reports no rails.
  rail text check (rail in ('instapay', 'pesonet')),
  -- The Manila day on which the payout should arrive, as of the latest attempt; null if it arrives
  -- within minutes.
  expected_on date constraint payouts_expected_by_rail
    check (expected_on is null or rail is not null),
  -- At most one payout per loan or refund, ever: a failed loan is final, and a retry is a new loan.
  unique (kind, subject_id),
  check ((waits_for is null) = (waits_since is null)),
  check (waits_for is null or state in ('ready', 'sent')),
  check ((ready_at is null) = (collect_until is null)),
  check (ready_at is null or collect_days is not null),
  check ((recalled_at is null) = (recalled_by is null)),
  check (recalled_at is null or ready_at is not null),
  check (last_day_notified_at is null or ready_at is not null),
  constraint payouts_rail_to_account check (rail is null or channel in ('bankCard', 'wallet')),
  -- InstaPay carries at most ₱50,000 per transfer.
  constraint payouts_instapay_limit
    check (rail is distinct from 'instapay' or amount_centavos <= 5000000),
  -- A batch transfer has an expected day once it is sent.
  constraint payouts_batch_has_its_day
    check (rail is distinct from 'pesonet' or expected_on is not null
    or state in ('ready', 'failed', 'cancelled'))
);
comment on table payouts is
  'Payouts. The row''s id is the permanent reference at the gateway; the intent is committed before '
  'the gateway is called.';
create index payouts_to_look_at on payouts (next_attempt_at)
  where state in ('ready', 'sent', 'unknown');
create index payouts_of_borrower on payouts (borrower_id, ordered_at);
create index payouts_waiting on payouts (id) where waits_for is not null;
create index payouts_uncollected on payouts (collect_until) where ready_at is not null
  and recalled_at is null and state in ('sent', 'unknown');
-- Staff list the open payouts that need them, oldest first.
create index payouts_open_by_age on payouts (ordered_at, id)
  where state in ('ready', 'sent', 'unknown');
-- Counts open payouts by gateway, which reveals payouts of a gateway that is no longer configured.
create index payouts_open_by_gateway on payouts (gateway)
  where state in ('ready', 'sent', 'unknown');
-- Finds the first day whose settlement report must be read from a gateway. An index by day takes a
-- tenth of the space of an index by time.
create index payouts_by_gateway_day
  on payouts (gateway, ((paid_at at time zone 'Asia/Manila')::date)) where paid_at is not null;

create trigger payouts_move before insert or update of state on payouts for each row
  execute function follow_transitions('payout');
comment on trigger payouts_move on payouts is
  'A payout changes state only along its transitions: once paid it is never sent again.';

create function payouts_need_a_loan() returns trigger language plpgsql as $$
begin
  if exists (select 1 from loans l where l.id = new.subject_id and l.state = 'cancelled') then
    raise exception 'a cancelled loan cannot be paid out' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_need_a_loan before insert on payouts for each row when (new.kind = 'loan')
  execute function payouts_need_a_loan();
comment on trigger payouts_need_a_loan on payouts is 'A cancelled loan is not paid out.';

create function payouts_are_settled_by_two_people() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payout_resolutions r where r.payout_id = new.id and r.state = 'confirmed'
      and r.outcome = case new.state when 'paid' then 'paid' else 'failed' end
  ) then
    raise exception 'a payout must be settled by its gateway or by two people'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_are_settled_by_two_people before update on payouts for each row
  when (new.settled_by = 'people' and (old.state is distinct from new.state or old.settled_by
    is distinct from new.settled_by))
  execute function payouts_are_settled_by_two_people();
comment on trigger payouts_are_settled_by_two_people on payouts is
  'Unless its gateway does, two people who agree on the outcome settle a payout.';

create function payouts_keep_their_pickup() returns trigger language plpgsql as $$
begin
  if (old.ready_at is not null and (new.ready_at, new.collect_until)
    is distinct from (old.ready_at, old.collect_until))
     or (old.recalled_at is not null and (new.recalled_at, new.recalled_by)
       is distinct from (old.recalled_at, old.recalled_by)) then
    raise exception 'the days and the recall of a pickup never change'
      using errcode = 'restrict_violation';
  end if;
  if old.recalled_at is null and new.recalled_at is not null
    and old.state not in ('sent', 'unknown') then
    raise exception 'only an uncollected pickup can be recalled'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_keep_their_pickup before update on payouts for each row
  execute function payouts_keep_their_pickup();
comment on trigger payouts_keep_their_pickup on payouts is
  'A cash pickup keeps its days. Only an uncollected one is recalled, once.';

create function payouts_keep_their_bank_code() returns trigger language plpgsql as $$
begin
  raise exception 'the bank code of a sent payout never changes'
    using errcode = 'restrict_violation';
end $$;
create trigger payouts_keep_their_bank_code before update of bank_code on payouts for each row
  when (old.state <> 'ready' and new.bank_code is distinct from old.bank_code)
    execute function payouts_keep_their_bank_code();
comment on trigger payouts_keep_their_bank_code on payouts is
  'Every attempt at a payout uses the same bank code.';

create function payouts_notify_last_day_once() returns trigger language plpgsql as $$
begin
  if old.last_day_notified_at is not null then
    raise exception 'the borrower can be reminded of the last day of a pickup only once'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_notify_last_day_once before update of last_day_notified_at on payouts
  for each row
  when (new.last_day_notified_at is distinct from old.last_day_notified_at)
    execute function payouts_notify_last_day_once();
comment on trigger payouts_notify_last_day_once on payouts is
  'The borrower is reminded of the last day of a pickup once.';

create function payouts_keep_their_rail() returns trigger language plpgsql as $$
begin
  raise exception 'the rail of a sent payout never changes' using errcode = 'restrict_violation';
end $$;
create trigger payouts_keep_their_rail before update of rail on payouts for each row
  when (old.state <> 'ready' and new.rail is distinct from old.rail)
    execute function payouts_keep_their_rail();
comment on trigger payouts_keep_their_rail on payouts is
  'Every attempt at a payout uses the same rail.';

create function payouts_keep_their_expected_day() returns trigger language plpgsql as $$
begin
  raise exception 'the expected day of an ended payout never changes'
    using errcode = 'restrict_violation';
end $$;
create trigger payouts_keep_their_expected_day before update of expected_on on payouts for each row
  when (old.state in ('paid', 'failed', 'reversed', 'cancelled') and new.expected_on
    is distinct from old.expected_on)
  execute function payouts_keep_their_expected_day();
comment on trigger payouts_keep_their_expected_day on payouts is
  'The expected day of an ended payout never changes.';

-- An order's contents, receiver and gateway have no update grant.
grant select, insert, update (state, sent_at, settled_at, paid_at, gateway_id, failure,
  withdrawal_code_sealed, next_attempt_at, lease_until, attempts,
  waits_for, waits_since, settled_by, ready_at, collect_until, recalled_at, recalled_by, bank_code,
    last_day_notified_at, gateway_account, deduplicated_from,
  rail, expected_on) on payouts to sandali_app;

create table payout_exceptions (
  id uuid primary key,
  payout_id uuid not null references payouts,
  kind text not null check (kind in ('paidAfterEnd', 'failedAfterPaid', 'otherAmount')),
  -- The values that the gateway reported.
  gateway_id text,
  amount_centavos bigint not null check (amount_centavos > 0),
  paid_at timestamptz,
  found_at timestamptz not null,
  ended_at timestamptz,
  ended_as text check (ended_as in ('returned', 'confirmed', 'corrected', 'writtenOff')),
  check ((ended_at is null) = (ended_as is null)),
  check (kind <> 'paidAfterEnd' or paid_at is not null)
);
comment on table payout_exceptions is
  'Contradictions between a gateway and a settled payout. Staff see them, and alarms count them, '
  'until they end.';
create unique index payout_exceptions_open on payout_exceptions (payout_id, kind)
  where ended_at is null;
create index payout_exceptions_of_payout on payout_exceptions (payout_id);

create function payout_exceptions_end_once() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null and not (old.ended_as = 'writtenOff' and new.ended_as
    is not distinct from 'returned') then
    raise exception 'a break of a payout can end only once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_exceptions_end_once before update on payout_exceptions for each row
  execute function payout_exceptions_end_once();
comment on trigger payout_exceptions_end_once on payout_exceptions is
  'An exception of a payout ends once. One that was written off can still end as returned, if the '
  'money comes back.';

create function payout_exceptions_are_written_off_by_two_people() returns trigger
  language plpgsql as $$
begin
  if not exists (select from payout_resolutions r where r.payout_id = new.payout_id
    and r.outcome = 'writtenOff' and r.state = 'confirmed') then
    raise exception 'writing off a contested payout needs two people'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_exceptions_are_written_off_by_two_people before update on payout_exceptions
  for each row
  when (new.ended_as = 'writtenOff')
    execute function payout_exceptions_are_written_off_by_two_people();
comment on trigger payout_exceptions_are_written_off_by_two_people on payout_exceptions is
  'Two people write a contested payout off.';

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
comment on table payout_resolutions is
  'Decisions by two people on the outcome of a payout: one proposes, another confirms the same.';
create index payout_resolutions_of_payout on payout_resolutions (payout_id);
create unique index payout_resolutions_open on payout_resolutions (payout_id) where state = 'open';
create trigger payout_resolutions_follow_approval before insert or update on payout_resolutions
  for each row execute function follow_approval('payout');
comment on trigger payout_resolutions_follow_approval on payout_resolutions is
  'A decision on a payout starts as a proposal, and is permanent.';
create trigger payout_resolutions_are_seen before insert or update on payout_resolutions
  for each row execute function acts_are_seen('payout', 'payout_id');
comment on trigger payout_resolutions_are_seen on payout_resolutions is
  'The proposer and the confirmer have seen the payout in its current state.';

grant select, insert on payout_resolutions to sandali_app;

create table bank_lists (
  version bigint generated always as identity primary key,
  gateway text not null,
  -- The date of the gateway's list.
  dated date not null,
  -- SHA-256 of the file.
  sha256 bytea not null check (length(sha256) = 32),
  imported_at timestamptz not null,
  imported_by text not null
);
comment on table bank_lists is
  'Imported lists of the banks and wallets that a gateway pays (`ops bank import`): immutable '
  'versions, of which the newest is in force.';
create index bank_lists_of_gateway on bank_lists (gateway, version desc);

grant select, insert on bank_lists to sandali_app;

create table bank_list_entries (
  version bigint not null references bank_lists,
  position integer not null check (position > 0),
  -- All values as the gateway spells them.
  name text not null,
  instapay_code text,
  instapay_maximum_centavos bigint check (instapay_maximum_centavos > 0),
  pesonet_code text,
  pesonet_maximum_centavos bigint check (pesonet_maximum_centavos > 0),
  -- Our id for the bank or wallet; null if we do not offer it.
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
  raw_sealed bytea not null,
  received_at timestamptz not null,
  unique (gateway, event_id)
);
comment on table webhook_events is
  'Events sent by gateways. The row is permanent; the body is sealed and deleted after some days. '
  'Pending work on events is in webhook_queue.';
-- Finds the events of a payout or a payment.
create index webhook_events_of_subject on webhook_events (subject);
create index webhook_events_with_words on webhook_events (received_at) where raw_sealed <> '';

grant select, insert on webhook_events to sandali_app;
grant usage on sequence webhook_events_id_seq to sandali_app;

create table webhook_queue (
  webhook_event_id bigint primary key references webhook_events,
  next_attempt_at timestamptz not null,
  lease_until timestamptz,
  attempts integer not null default 0
);
comment on table webhook_queue is 'Events of gateways that are still to be processed.';
create index webhook_queue_due on webhook_queue (next_attempt_at);

grant select, insert, delete, update on webhook_queue to sandali_app;

-- Deletes the bodies of at most `most` processed events that arrived before the given instant.
-- Bodies name people, and their facts are fetched from the gateway. The serving role has no other
-- way to delete bodies.
create function erase_webhook_words(before timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  forgotten integer;
begin
  update webhook_events set raw_sealed = '' where id in (
    select e.id from webhook_events e where e.received_at < before and e.raw_sealed <> ''
      and not exists (select from webhook_queue w where w.webhook_event_id = e.id)
        order by e.received_at limit most);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
revoke all on function erase_webhook_words(timestamptz, integer) from public;
grant execute on function erase_webhook_words(timestamptz, integer) to sandali_app;
