-- The double-entry books, and the hash chain of their days.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The loan or borrower that owns the account; null for the lender's own accounts.
  owner_id uuid,
  -- Null for accounts that every posting touches: no posting locks their row, and their balance is
  -- summed from days (ledger_day_totals).
  balance_centavos bigint,
  line_count bigint,
  -- The sign that the balance may never leave: 'debit' keeps it >= 0, 'credit' keeps it <= 0, null
  -- allows both.
  normal_side text check (normal_side in ('debit', 'credit')),
  -- For an income account: the kind of loan account that is charged, which also stores the total.
  charge_kind text check (charge_kind like 'loan.%'),
  -- For a loan's account: income charged on it less income reversed; null if none was ever charged.
  income_centavos bigint,
  unique nulls not distinct (owner_id, kind),
  check (normal_side is distinct from 'debit' or balance_centavos >= 0),
  check (normal_side is distinct from 'credit' or balance_centavos <= 0),
  check ((charge_kind is not null) = (kind like 'income.%')),
  constraint ledger_accounts_running
    check ((balance_centavos is null) = (kind = 'gateway.float' or kind like 'income.%')
    and (balance_centavos is null) = (line_count is null)
      and (normal_side is null or balance_centavos is not null)),
  constraint ledger_accounts_income_taken_back check (income_centavos >= 0)
);
comment on table ledger_accounts is
  'Ledger accounts. Lines are signed: debit above zero, credit below; an entry''s lines sum to '
  'zero, or its commit fails. Only a trigger writes balances, and the books are compared with the '
  'lines after every test. The float and income have no balance, and a loan never gives back more '
  'income than it was charged.';

-- Finds reversed money that is still owed, for /alarms. There are only a few such rows.
create index ledger_accounts_taken_back on ledger_accounts (id)
  where kind in ('borrower.takenBack', 'payment.takenBack') and balance_centavos > 0;
-- Lists the money that is kept for borrowers.
create index ledger_accounts_kept on ledger_accounts (id)
  where kind = 'borrower.refundable' and balance_centavos < 0;

create function ledger_accounts_begin() returns trigger language plpgsql as $$
begin
  if new.kind <> 'gateway.float' and new.charge_kind is null then
    new.balance_centavos := 0;
    new.line_count := 0;
  end if;
  return new;
end $$;
create trigger ledger_accounts_begin before insert on ledger_accounts for each row
  execute function ledger_accounts_begin();
comment on trigger ledger_accounts_begin on ledger_accounts is
  'A balance starts at zero, or is null for accounts without one.';

create function ledger_accounts_are_fixed() returns trigger language plpgsql as $$
begin
  if (new.kind, new.owner_id, new.normal_side)
    is distinct from (old.kind, old.owner_id, old.normal_side) then
    raise exception 'the kind and owner of a ledger account never change'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_accounts_are_fixed before update on ledger_accounts for each row
  execute function ledger_accounts_are_fixed();
comment on trigger ledger_accounts_are_fixed on ledger_accounts is
  'A ledger account keeps its kind and owner. Locking its row requires a grant to update one of '
  'them.';

grant select, insert (kind, owner_id, normal_side, charge_kind), update (kind)
  on ledger_accounts to sandali_app;
grant usage on sequence ledger_accounts_id_seq to sandali_app;

create table ledger_entries (
  id uuid primary key,
  kind text not null,
  -- Makes posting idempotent; for example, a payout's id, or a loan and a day.
  fact_key text not null unique,
  borrower_id uuid references borrowers,
  loan_id uuid,
  happened_at timestamptz not null,
  recorded_at timestamptz not null,
  business_on date not null,
  -- The number of the entry's lines, which are numbered from 1 and complete at commit.
  line_count smallint not null check (line_count between 2 and 40),
  -- The order in which entries were written; entries of one transaction share their times.
  number bigint generated always as identity,
  -- A trigger sets this day and overrides an inserted value.
  booked_on date not null default '-infinity',
  -- A waived remainder belongs to one loan. A trigger below checks that it is less than a peso.
  constraint ledger_waives_of_a_loan check (kind <> 'remainder.waived' or loan_id is not null)
);
comment on table ledger_entries is 'Entries of the books: one fact each, posted once.';
create index ledger_entries_of_loan on ledger_entries (loan_id) where loan_id is not null;
create unique index ledger_entries_by_booking on ledger_entries (booked_on, number);
-- Omits charges, which move no money and are most of the entries. gateway_movements needs all other
-- entries.
create index ledger_entries_by_day on ledger_entries (business_on) where kind <> 'charges.posted';
-- The reports read the same entries by the day of their booking.
create index ledger_entries_by_booked_day on ledger_entries (booked_on)
  where kind <> 'charges.posted';
create index ledger_entries_of_borrower on ledger_entries (borrower_id)
  where borrower_id is not null;

create function ledger_entries_balance() returns trigger language plpgsql as $$
declare
  total bigint;
  lines integer;
begin
  select coalesce(sum(amount_centavos), 0), count(*) into total, lines from ledger_lines
    where entry_id = new.id;
  if total <> 0 or lines <> new.line_count then
    raise exception 'ledger entry % does not balance: sum %, with % of % lines',
      new.id, total, lines, new.line_count using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred
  for each row execute function ledger_entries_balance();
comment on trigger ledger_entries_balance on ledger_entries is
  'At commit an entry has at least two lines that sum to zero. A line beyond its count is refused '
  'at once (ledger_lines).';
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
comment on trigger ledger_entries_append_only on ledger_entries is
  'The books are append-only, even for the owner of the tables.';

create function ledger_entries_on_open_day() returns trigger language plpgsql as $$
declare
  closed date;
  own date := (new.recorded_at at time zone 'Asia/Manila')::date;
begin
  -- Every posting shares this lock, and closing a day takes it exclusively, so no day closes while
  -- an entry is being posted to it.
  perform pg_advisory_xact_lock_shared(hashtext('sandali ledger days'));
  select closed_to into closed from ledger_head;
  if new.fact_key like 'day %' then
    if new.kind <> 'charges.posted' or new.business_on >= own
      or new.fact_key <> 'day ' || to_char(new.business_on, 'YYYY-MM-DD') || ' ' ||
        coalesce(new.loan_id::text, '') then
      raise exception 'a day''s charge must be for one loan, and posted after that day'
        using errcode = 'restrict_violation';
    end if;
    own := new.business_on;
  end if;
  new.booked_on := greatest(own, closed + 1);
  return new;
end $$;
create trigger ledger_entries_on_open_day before insert on ledger_entries for each row
  execute function ledger_entries_on_open_day();
comment on trigger ledger_entries_on_open_day on ledger_entries is
  'A closed day accepts no entry. The charges of a day are booked on it although they are written '
  'after its end, unless it is closed; every other entry is booked on the first open day.';

create function ledger_entries_waive_less_than_a_peso() returns trigger language plpgsql as $$
begin
  if (select sum(amount_centavos) from ledger_lines where entry_id = new.id
    and amount_centavos > 0) > 99 then
    raise exception 'a waived remainder must be less than a peso'
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_waive_less_than_a_peso after insert on ledger_entries
  deferrable initially deferred
  for each row when (new.kind = 'remainder.waived')
    execute function ledger_entries_waive_less_than_a_peso();
comment on trigger ledger_entries_waive_less_than_a_peso on ledger_entries is
  'A waived remainder is less than a peso.';

grant select, insert (id, kind, fact_key, borrower_id, loan_id, happened_at, recorded_at,
  business_on, line_count) on ledger_entries to sandali_app;

create table ledger_lines (
  entry_id uuid not null references ledger_entries,
  number smallint not null check (number between 1 and 40),
  account_id bigint not null references ledger_accounts,
  amount_centavos bigint not null check (amount_centavos <> 0),
  primary key (entry_id, number)
);
comment on table ledger_lines is 'The lines of an entry, each on one account.';
create index ledger_lines_of_account on ledger_lines (account_id);

create function ledger_lines_are_counted() returns trigger language plpgsql as $$
begin
  if exists (select from added l join ledger_entries e on e.id = l.entry_id
    where l.number > e.line_count) then
    raise exception 'an entry cannot have more ledger lines than it declares'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger ledger_lines_are_counted after insert on ledger_lines referencing new table as added
  for each statement
  execute function ledger_lines_are_counted();
comment on trigger ledger_lines_are_counted on ledger_lines is
  'Lines are numbered up to the count of their entry, so that a committed, complete entry accepts '
  'no more.';

create function ledger_lines_add_to_balance() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as $$
declare
  nowhere bigint;
begin
  with moved as materialized (
    select account_id as id, amount_centavos as amount, 1 as lines, null::bigint as income
      from added
    union all
    select charged.id, 0, 0, -l.amount_centavos from added l
      join public.ledger_accounts a on a.id = l.account_id and a.charge_kind is not null
      join public.ledger_entries e on e.id = l.entry_id
      left join public.ledger_accounts charged on charged.kind = a.charge_kind
        and charged.owner_id = e.loan_id
  ), added_up as (
    update public.ledger_accounts a
      set balance_centavos = a.balance_centavos + m.amount, line_count = a.line_count + m.lines,
        income_centavos = case when m.income is null then a.income_centavos
          else coalesce(a.income_centavos, 0) + m.income end
      from (select id, sum(amount) as amount, sum(lines) as lines, sum(income) as income from moved
        group by id) m
      where a.id = m.id and a.balance_centavos is not null
  )
  select count(*) into nowhere from moved where id is null;
  if nowhere > 0 then
    raise exception 'income must be charged or reversed on the account of a loan'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger ledger_lines_add_to_balance after insert on ledger_lines
  referencing new table as added for each statement
  execute function ledger_lines_add_to_balance();
comment on trigger ledger_lines_add_to_balance on ledger_lines is
  'Only this trigger writes balances and income totals: a balance is the sum of the account''s '
  'lines, and the income of a loan the sum of its income lines.';

create trigger ledger_lines_append_only before update or delete or truncate on ledger_lines
  for each statement execute function refuse_change();
comment on trigger ledger_lines_append_only on ledger_lines is
  'The books are append-only, even for the owner of the tables.';

grant select, insert on ledger_lines to sandali_app;

create table ledger_days (
  day date primary key,
  entry_count bigint not null check (entry_count >= 0),
  line_count bigint not null check (line_count >= 2 * entry_count),
  -- `chained_at` is wall time.
  chained_at timestamptz not null,
  rows_hash bytea not null check (length(rows_hash) = 32),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null unique check (length(hash) = 32)
);
comment on table ledger_days is
  'Chained days: their counts and the hash of their entries, chained to the day before. Every '
  'calendar day from the first on has a row.';

create function ledger_days_follow() returns trigger language plpgsql as $$
declare
  last record;
begin
  select day, hash into last from ledger_days order by day desc limit 1;
  if found and (new.day <> last.day + 1 or new.previous_hash <> last.hash) then
    raise exception 'days must be chained in order: % after %', new.day, last.day
      using errcode = 'restrict_violation';
  end if;
  if not exists (select from ledger_head where closed_to >= new.day) then
    raise exception 'a day can be chained only after its books are closed'
      using errcode = 'restrict_violation';
  end if;
  if new.entry_count <> (select count(*) from ledger_entries where booked_on = new.day)
    or new.entry_count <> (select count(*) from ledger_day_entries where day = new.day) then
    raise exception 'a chained day must include all its entries: %', new.day
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_days_follow before insert on ledger_days for each row
  execute function ledger_days_follow();
comment on trigger ledger_days_follow on ledger_days is
  'Chained days follow each other without a gap, each chained to the one before. The books of a '
  'chained day are closed, and every entry in them has its hash.';
create trigger ledger_days_append_only before update or delete or truncate on ledger_days
  for each statement execute function refuse_change();
comment on trigger ledger_days_append_only on ledger_days is
  'Chained days are append-only, even for the owner of the tables.';

grant select, insert on ledger_days to sandali_app;

create table ledger_day_totals (
  day date not null references ledger_days,
  kind text not null,
  -- The value date. Money that was reported late is booked on a later day.
  business_on date not null,
  debit_centavos bigint not null check (debit_centavos >= 0),
  credit_centavos bigint not null check (credit_centavos >= 0),
  primary key (day, kind, business_on)
);
comment on table ledger_day_totals is
  'The turnover of each kind of account in the books of a chained day. A balance is the sum of '
  'these rows and of the lines of later days.';
create trigger ledger_day_totals_append_only before update or delete or truncate
  on ledger_day_totals for each statement execute function refuse_change();
comment on trigger ledger_day_totals_append_only on ledger_day_totals is
  'Totals of chained days are append-only, even for the owner of the tables.';

grant select on ledger_day_totals to sandali_app;

-- Forces the index on each entry's lines. For a day with many entries, the planner would otherwise
-- scan all lines ever posted.
create function ledger_days_are_totalled() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into public.ledger_day_totals (day, kind, business_on, debit_centavos, credit_centavos)
    select new.day, a.kind, e.business_on,
      coalesce(sum(l.amount_centavos) filter (where l.amount_centavos > 0), 0),
      coalesce(-sum(l.amount_centavos) filter (where l.amount_centavos < 0), 0)
    from public.ledger_entries e join public.ledger_lines l on l.entry_id = e.id
      join public.ledger_accounts a on a.id = l.account_id
    where e.booked_on = new.day group by a.kind, e.business_on;
  return null;
end $$;
create trigger ledger_days_are_totalled after insert on ledger_days for each row
  execute function ledger_days_are_totalled();
comment on trigger ledger_days_are_totalled on ledger_days is
  'The totals of a day are computed in the transaction that chains it. Only this trigger writes '
  'them.';

create table ledger_day_entries (
  entry_id uuid primary key references ledger_entries,
  day date not null,
  hash bytea not null check (length(hash) = 32)
);
comment on table ledger_day_entries is
  'The hash of each entry of a closed day, so that a changed or missing entry can be named. '
  'Written in batches; the link of the day follows the last.';
create index ledger_day_entries_by_day on ledger_day_entries (day, entry_id);

create function ledger_day_entries_of_closed_days() returns trigger language plpgsql as $$
begin
  if exists (select 1 from added a join ledger_entries e on e.id = a.entry_id
    cross join ledger_head h
    where a.day <> e.booked_on or coalesce(a.day > h.closed_to, true) or a.day <= h.chained_to) then
    raise exception 'an entry can be hashed only after its day is closed and before it is chained'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger ledger_day_entries_of_closed_days after insert on ledger_day_entries
  referencing new table as added
  for each statement execute function ledger_day_entries_of_closed_days();
comment on trigger ledger_day_entries_of_closed_days on ledger_day_entries is
  'An entry is hashed for the day it is booked on, after that day is closed and before it is '
  'chained.';
create trigger ledger_day_entries_append_only before update or delete or truncate
  on ledger_day_entries for each statement execute function refuse_change();
comment on trigger ledger_day_entries_append_only on ledger_day_entries is
  'Hashes of entries are append-only, even for the owner of the tables.';

grant select, insert on ledger_day_entries to sandali_app;

create table ledger_head (
  singleton boolean primary key default true check (singleton),
  closed_to date,
  chained_to date,
  hash bytea not null check (length(hash) = 32),
  -- The progress of hashing the day after the last chained day: its entries up to this number, and
  -- how many lines they have.
  hashed_number bigint not null default 0,
  hashed_lines bigint not null default 0
);
comment on table ledger_head is
  'The last closed day, the last chained day, which follows it, and how far the next day is '
  'hashed. One row.';
insert into ledger_head (hash) values (decode(repeat('00', 32), 'hex'));

create function ledger_head_moves_on() returns trigger language plpgsql as $$
begin
  if coalesce(new.closed_to < old.closed_to, old.closed_to is not null and new.closed_to is null)
    then
    raise exception 'a closed day of the books never reopens' using errcode = 'restrict_violation';
  end if;
  if (new.chained_to, new.hash) is distinct from (old.chained_to, old.hash)
    and (new.chained_to is null or new.closed_to is null or new.chained_to > new.closed_to
      or coalesce(new.chained_to <= old.chained_to, false)
      or not exists (select 1 from ledger_days d where d.day = new.chained_to
        and d.hash = new.hash)) then
    raise exception
      'the head of the chain can move only to a later day that is closed and has a link'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_head_moves_on before update on ledger_head for each row
  execute function ledger_head_moves_on();
comment on trigger ledger_head_moves_on on ledger_head is
  'A closed day never reopens, and the chain ends at a closed day that has a link.';

grant select, update on ledger_head to sandali_app;

create table ledger_verifications (
  scope text primary key check (scope in ('last day', 'all days')),
  day date not null,
  -- The progress of recomputing this day: its entries up to this number, and how many lines they
  -- have.
  after_number bigint not null default 0,
  line_count bigint not null default 0,
  -- When the scope was last completed, in wall time; null before the first time.
  ended_at timestamptz
);
comment on table ledger_verifications is
  'How far the worker has recomputed chained days: one row for the last day, one for all days in '
  'turn. No decision depends on it.';

grant select, insert, update on ledger_verifications to sandali_app;
