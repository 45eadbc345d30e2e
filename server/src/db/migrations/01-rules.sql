-- Business numbers by the day from which they apply. Triggers and the server read the same rows. To
-- change a number, insert a row with its date and law in a new migration.

create table rules (
  name text not null check (name ~ '^[a-z][a-zA-Z]{2,39}$'),
  -- The first Manila day on which the value applies.
  starts_on date not null,
  value integer not null check (value > 0),
  -- The law or the decision behind the value.
  law text not null check (length(law) between 3 and 200),
  primary key (name, starts_on)
);
comment on table rules is
  'Business numbers, each with its first day and its law. A name''s newest row that has started '
  'applies.';
create trigger rules_append_only before update or delete or truncate on rules
  for each statement execute function refuse_change();
comment on trigger rules_append_only on rules is
  'A number is never changed or deleted, even by the owner. A new row replaces it from its day.';

grant select on rules to sandali_app;

-- Throws for an unknown name, because a comparison with null would let everything pass.
create function rule(of_name text, on_day date) returns integer language plpgsql stable as $$
declare
  current integer;
begin
  select value into strict current from rules where name = of_name and starts_on <= on_day
    order by starts_on desc limit 1;
  return current;
exception when no_data_found then
  raise exception 'there is no rule % for %', of_name, on_day;
end $$;

insert into rules (name, starts_on, value, law) values
  -- The hours of a Manila day in which borrowers may be called, both included.
  ('callFirstHour', '2020-01-01', 6, 'SEC MC 18 s.2019'),
  ('callLastHour', '2020-01-01', 21, 'SEC MC 18 s.2019'),
  -- Calls to one borrower on a Manila day, and on any seven days in a row.
  ('callsADay', '2020-01-01', 3, 'SEC MC 18 s.2019'),
  ('callsAWeek', '2020-01-01', 7, 'SEC MC 18 s.2019'),
  -- Days from a change of number to the next one.
  ('phoneChangeDays', '2020-01-01', 14, 'specification §2, A-09'),
  -- Hours from the approval of a recovery to its change of number.
  ('recoveryHoldHours', '2020-01-01', 72, 'docs/decisions/0044'),
  -- Days from an increase of a limit to the next earned one.
  ('limitStepDays', '2020-01-01', 30, 'docs/decisions/0027'),
  -- Days within which the last part of a plan or promise is due, and days from a plan that a
  -- borrower made to the next one.
  ('planDays', '2020-01-01', 60, 'docs/decisions/0057'),
  ('planPauseDays', '2020-01-01', 90, 'docs/decisions/0057'),
  -- After two returns at most this many days apart, the next loan waits this many days.
  ('returnsWithinDays', '2020-01-01', 90, 'docs/decisions/0015'),
  ('returnsWaitDays', '2020-01-01', 30, 'docs/decisions/0015'),
  -- Days after a complaint was closed on which its borrower can write again.
  ('caseReopenDays', '2020-01-01', 30, 'docs/decisions/0060');
