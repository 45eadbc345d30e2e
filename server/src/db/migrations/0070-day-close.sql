-- The close of a Manila day: interest and late charge of every open bill stand in the books up to it, and a row says what the day came to. Days are
-- closed one by one and in their order, also those that were missed; what is owed never depends on it.

create table day_closes (
  day date primary key,
  -- Business time.
  closed_at timestamptz not null,
  -- What this close posted: entries, and what they came to; below zero where more was taken back than charged.
  entries integer not null check (entries >= 0),
  interest_centavos bigint not null,
  late_centavos bigint not null,
  -- What the day was: bills that were due on it, open bills that were overdue at its end, codes that ended with it, and reminders told and missed.
  bills_due integer not null check (bills_due >= 0),
  bills_overdue integer not null check (bills_overdue >= 0),
  codes_ended integer not null check (codes_ended >= 0),
  reminders_told integer not null check (reminders_told >= 0),
  reminders_untold integer not null check (reminders_untold >= 0)
);

create function day_closes_follow() returns trigger language plpgsql as $$
declare
  last date;
begin
  select max(day) into last from day_closes;
  if last is not null and new.day <> last + 1 then
    raise exception 'days are closed in their order: % after %', new.day, last using errcode = 'restrict_violation';
  end if;
  if new.day >= (new.closed_at at time zone 'Asia/Manila')::date then
    raise exception 'a day is closed when it is over' using errcode = 'restrict_violation';
  end if;
  if exists (select from bills where settled_at is null and charged_to < new.day) then
    raise exception 'a day is closed when every open bill is charged up to it' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger day_closes_follow before insert on day_closes for each row execute function day_closes_follow();
create trigger day_closes_stay before update or delete on day_closes for each row execute function refuse_change();
create trigger day_closes_stay_whole before truncate on day_closes for each statement execute function refuse_change();
grant select, insert on day_closes to sandali_app;

-- The bills that a day has still to charge, in the order in which they are taken.
create index bills_to_charge on bills (charged_to, loan_id) where settled_at is null;
create index bills_by_due_day on bills (due_on);
create index bills_by_arrival on bills (arrived_on);
create index repayment_codes_by_end on repayment_codes (ends_at) where ends_at is not null;

-- The charges of a day that is closed belong to its books, although they are written down after its end: an entry of the close stands in the books of
-- its own day, unless they take no entry any more. Everything else stands where it is told.
create or replace function ledger_books_on_open_day() returns trigger language plpgsql as $$
declare
  closed date;
  own date := (new.recorded_at at time zone 'Asia/Manila')::date;
begin
  -- All that post share this lock, and whoever closes a day holds it alone, for a moment: no day is closed while an entry of it is on its way.
  perform pg_advisory_xact_lock_shared(hashtext('sandali ledger days'));
  select closed_to into closed from ledger_head;
  if new.fact_key like 'day %' then
    if new.kind <> 'charges.posted' or new.business_on >= own
      or new.fact_key <> 'day ' || to_char(new.business_on, 'YYYY-MM-DD') || ' ' || coalesce(new.loan_id::text, '') then
      raise exception 'an entry of a closed day charges one loan, after its day' using errcode = 'restrict_violation';
    end if;
    own := new.business_on;
  end if;
  new.booked_on := greatest(own, closed + 1);
  return new;
end $$;
