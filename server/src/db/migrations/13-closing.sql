-- The close of a day, and the reconciliation of the books with the gateways' settlement reports.

create table day_closes (
  day date primary key,
  -- `closed_at` is business time.
  closed_at timestamptz not null,
  -- The entries that this close posted and their sum, which is negative if more was reversed than
  -- charged.
  entries integer not null check (entries >= 0),
  interest_centavos bigint not null,
  late_centavos bigint not null,
  -- The figures of the day: bills due on it, bills overdue at its end, codes that expired on it,
  -- and reminders sent and missed.
  bills_due integer not null check (bills_due >= 0),
  bills_overdue integer not null check (bills_overdue >= 0),
  codes_ended integer not null check (codes_ended >= 0),
  reminders_sent integer not null check (reminders_sent >= 0),
  reminders_missed integer not null check (reminders_missed >= 0)
);
comment on table day_closes is
  'Closes of Manila days: interest and late charge of every open bill are posted up to the day, '
  'and the row has its totals. Days close one by one in order, including missed ones. What is owed '
  'never depends on the close.';

create table day_close_charges (
  day date primary key,
  entries integer not null check (entries >= 0),
  interest_centavos bigint not null,
  late_centavos bigint not null
);
comment on table day_close_charges is
  'The running totals of a day''s close, updated with each batch of bills. They match the row in '
  'day_closes without summing a day''s entries.';
grant select, insert, update (entries, interest_centavos, late_centavos)
  on day_close_charges to sandali_app;

create function day_closes_follow() returns trigger language plpgsql as $$
declare
  last date;
begin
  select max(day) into last from day_closes;
  if last is not null and new.day <> last + 1 then
    raise exception 'days must be closed in order: % after %', new.day, last
      using errcode = 'restrict_violation';
  end if;
  if new.day >= (new.closed_at at time zone 'Asia/Manila')::date then
    raise exception 'a day can be closed only after it has ended'
      using errcode = 'restrict_violation';
  end if;
  -- min() reads the first row of an index; "exists" was planned as a scan of all bills.
  if (select min(charged_to) from bills where settled_at is null) < new.day then
    raise exception 'a day can be closed only after every open bill is charged up to it'
      using errcode = 'restrict_violation';
  end if;
  if exists (select from day_close_charges c where c.day = new.day
      and (c.entries, c.interest_centavos, c.late_centavos) <> (new.entries, new.interest_centavos,
        new.late_centavos)) then
    raise exception 'the totals of a day close must match its posted charges'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger day_closes_follow before insert on day_closes for each row
  execute function day_closes_follow();
comment on trigger day_closes_follow on day_closes is
  'Days close in order, once they are over and every open bill is charged up to them. The totals '
  'are those that the close posted.';

grant select, insert on day_closes to sandali_app;

create table settlement_report_lines (
  gateway text not null,
  -- The gateway's id for the movement.
  line_id text not null check (length(line_id) between 1 and 100),
  kind text not null
    check (kind in ('payoutPaid', 'payoutReversed', 'paymentReceived', 'paymentReversed')),
  -- The subject of the line: the payout's reference, or the gateway's id for the payment, also for
  -- a reversal.
  subject text not null check (length(subject) between 1 and 100),
  -- Unsigned; the kind determines the direction.
  amount_centavos bigint not null check (amount_centavos > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  happened_at timestamptz not null,
  -- The Manila day of the settlement report.
  on_day date not null,
  -- `read_at` is business time.
  read_at timestamptz not null,
  primary key (gateway, line_id)
);
comment on table settlement_report_lines is
  'The lines of a gateway''s settlement report of a Manila day, kept permanently.';
create index settlement_report_lines_by_day on settlement_report_lines (gateway, on_day);
create index settlement_report_lines_of_subject on settlement_report_lines (gateway, subject);

grant select, insert on settlement_report_lines to sandali_app;

create view gateway_movements as
  select e.id as entry_id, e.number, coalesce(p.gateway, r.gateway, v.gateway) as gateway,
    case when r.id is not null then 'paymentReceived' when v.movement_id is not null
      then 'paymentReversed'
      when l.amount_centavos < 0 then 'payoutPaid' else 'payoutReversed' end as kind,
    coalesce(p.id::text, r.gateway_payment_id, v.gateway_payment_id) as subject,
    -- A payment may be reversed in several parts, each with its own id at the gateway.
    v.movement_id,
    l.amount_centavos, a.kind = 'gateway.float' as is_peso, e.happened_at, e.business_on
  from ledger_entries e
  -- `offset 0` forces a lookup per entry. The planner mistakes the float for an account with few
  -- lines, and would start with all its lines.
  cross join lateral (select l.account_id, l.amount_centavos from ledger_lines l
    where l.entry_id = e.id offset 0) l
  join ledger_accounts a on a.id = l.account_id
    and a.kind in ('gateway.float', 'gateway.otherCurrency') and a.owner_id is null
  left join lateral (select id, gateway, gateway_payment_id from receipts
    where entry_id = e.id offset 0) r on true
  left join lateral (select w.gateway, w.movement_id, o.gateway_payment_id from payment_reversals w
    join receipts o on o.id = w.receipt_id
    where w.entry_id = e.id offset 0) v on true
  left join payouts p on r.id is null and p.id = case
    when e.fact_key ~
    '^(payout|reversal|contested|contested-returned) [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
    then split_part(e.fact_key, ' ', 2)::uuid end
  -- In another currency, only movements that arrived through the gateway can be identified.
  where (a.kind = 'gateway.float' or r.id is not null or v.movement_id is not null)
    and e.kind <> 'charges.posted';
comment on view gateway_movements is
  'Our money at gateways by the books: what left and arrived, with its payout or payment. '
  'Unidentified money in the float has no subject.';
grant select on gateway_movements to sandali_app;

create table reconciled_days (
  gateway text not null,
  day date not null,
  read_at timestamptz not null,
  source text not null check (source in ('gateway', 'file')),
  lines integer not null check (lines >= 0),
  primary key (gateway, day)
);
comment on table reconciled_days is
  'Days of a gateway whose settlement report was read completely, with its totals at the last '
  'reading.';

grant select, insert, update on reconciled_days to sandali_app;

create table reconciliation_breaks (
  id uuid primary key,
  gateway text not null,
  kind text not null
    check (kind in ('missingAtBank', 'unknownToUs', 'wrongAmount', 'wrongDay', 'duplicate',
    'reversed', 'otherCurrency')),
  subject text not null,
  movement text not null,
  line_id text,
  entry_id uuid references ledger_entries,
  -- The amount of each side, signed from our point of view; null if a side has none.
  bank_centavos bigint,
  bank_on date,
  currency text,
  books_centavos bigint,
  books_on date,
  -- The earlier of the two sides' days, from which the break is open.
  on_day date not null,
  found_at timestamptz not null,
  ended_at timestamptz,
  ended_as text check (ended_as in ('matched', 'settled')),
  foreign key (gateway, line_id) references settlement_report_lines,
  check ((line_id is null) = (bank_centavos is null) and (line_id is null) = (bank_on is null)),
  check ((entry_id is null) = (books_centavos is null) and (entry_id is null) = (books_on is null)),
  check (line_id is not null or entry_id is not null),
  check ((ended_at is null) = (ended_as is null))
);
comment on table reconciliation_breaks is
  'Breaks between settlement report and books: a movement of one side, or of both. Open until the '
  'other side appears, or two people settle it.';
-- Each break is listed once; a break that staff settled is not listed again.
create unique index reconciliation_breaks_once
  on reconciliation_breaks (gateway, kind, coalesce(line_id, ''), coalesce(entry_id::text, ''))
  where ended_as is distinct from 'matched';
create index reconciliation_breaks_open on reconciliation_breaks (on_day, id)
  where ended_at is null;
create index reconciliation_breaks_of_line on reconciliation_breaks (gateway, line_id);
create index reconciliation_breaks_of_entry on reconciliation_breaks (entry_id);
create index reconciliation_breaks_of_books_day on reconciliation_breaks (books_on) where ended_as
  is distinct from 'matched';
create index reconciliation_breaks_of_bank_day on reconciliation_breaks (bank_on) where ended_as
  is distinct from 'matched';

create function reconciliation_breaks_end_once() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then
    raise exception 'a break can end only once' using errcode = 'restrict_violation';
  end if;
  if new.ended_as = 'settled' and not exists (select from reconciliation_resolutions s
    where s.break_id = new.id and s.state = 'confirmed') then
    raise exception 'settling a break needs two people' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reconciliation_breaks_end_once before update on reconciliation_breaks for each row
  execute function reconciliation_breaks_end_once();
comment on trigger reconciliation_breaks_end_once on reconciliation_breaks is
  'A break ends once: both sides agree, or two people settle it.';

grant select, insert, update (ended_at, ended_as) on reconciliation_breaks to sandali_app;

create table reconciliation_resolutions (
  id uuid primary key,
  break_id uuid not null references reconciliation_breaks,
  state text not null default 'open',
  foreign key (id, state) references approvals (id, state) on update cascade
);
comment on table reconciliation_resolutions is
  'Decisions on a break: one proposes with a reason, another confirms.';
create unique index reconciliation_resolutions_one on reconciliation_resolutions (break_id);
create trigger reconciliation_resolutions_follow_approval
  before insert or update on reconciliation_resolutions
  for each row execute function follow_approval('break');
comment on trigger reconciliation_resolutions_follow_approval on reconciliation_resolutions is
  'A decision on a break starts as a proposal, and is permanent.';
create trigger reconciliation_resolutions_are_seen
  before insert or update on reconciliation_resolutions for each row
  execute function acts_are_seen('break', 'break_id');
comment on trigger reconciliation_resolutions_are_seen on reconciliation_resolutions is
  'The proposer and the confirmer have seen the break in its current state.';

grant select, insert on reconciliation_resolutions to sandali_app;
