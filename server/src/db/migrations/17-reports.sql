-- The figures of the reports, by Manila day. They are written once, after the books of the day are
-- chained.

create table report_days (
  day date primary key,
  -- `written_at` is business time.
  written_at timestamptz not null
);
comment on table report_days is
  'Days whose figures are written, one by one in order, from the first application or entry on. '
  'Their figures are final.';

create function report_days_follow() returns trigger language plpgsql as $$
declare
  last date;
begin
  select max(day) into last from report_days;
  if last is not null and new.day <> last + 1 then
    raise exception 'the figures of days must be written in order: % after %', new.day, last
      using errcode = 'restrict_violation';
  end if;
  if not exists (select from ledger_head where chained_to >= new.day) then
    raise exception 'the figures of a day can be written only after its books are chained'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger report_days_follow before insert on report_days for each row
  execute function report_days_follow();
comment on trigger report_days_follow on report_days is
  'The figures of days are written in order, and only once the books of the day are chained.';

grant select, insert on report_days to sandali_app;

create table report_figures (
  -- The day is inserted after its figures, in the same transaction.
  day date not null references report_days deferrable initially deferred,
  -- What is counted, and its kind. docs/lenders/reports.md has the formula of each measure.
  measure text not null check (measure ~ '^[a-z][a-zA-Z]{2,29}$'),
  key text not null check (length(key) <= 40),
  count bigint not null check (count >= 0),
  -- Below zero if more was reversed than booked; zero for a measure without an amount.
  amount_centavos bigint not null,
  primary key (day, measure, key)
);
comment on table report_figures is
  'Counts and amounts of a day, or of its end: applications, loans, money, arrears, moves between '
  'buckets, and vintages. A figure without a row is zero.';

create function report_figures_are_final() returns trigger language plpgsql as $$
begin
  if exists (select from added a join report_days d on d.day = a.day) then
    raise exception 'a written day accepts no more figures' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger report_figures_are_final after insert on report_figures
  referencing new table as added for each statement
  execute function report_figures_are_final();
comment on trigger report_figures_are_final on report_figures is
  'A day''s figures are written together, before their day. A written day accepts no more.';
create trigger report_figures_append_only before update or delete or truncate on report_figures
  for each statement execute function refuse_change();
comment on trigger report_figures_append_only on report_figures is
  'Figures are append-only, even for the owner of the tables.';

grant select, insert on report_figures to sandali_app;

create table report_bills (
  loan_id uuid primary key references bills,
  -- The bucket of its days overdue, and its unpaid principal.
  bucket text not null,
  principal_centavos bigint not null check (principal_centavos > 0),
  -- Its due date, and the interest that it will owe on that date if nothing more is paid.
  due_on date not null,
  interest_centavos bigint not null check (interest_centavos >= 0)
);
comment on table report_bills is
  'Each bill with unpaid principal, as of the last written day. The next day''s moves between '
  'buckets are the changes from these rows, and the cash forecast adds up their due dates.';
create index report_bills_by_due on report_bills (due_on);

grant select, insert, delete, update (bucket, principal_centavos, due_on, interest_centavos)
  on report_bills to sandali_app;
