-- Business numbers by the day from which they apply, and the changes of state that are possible.
-- Triggers and the server read the same rows. To change a number, insert a row with its date and
-- law in a new migration.

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
  'Nobody changes or deletes a number, not even the owner. A new row replaces it from its first '
  'day.';

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
  raise exception 'no rule % applies on %', of_name, on_day;
end $$;

insert into rules (name, starts_on, value, law) values
  -- The hours of a Manila day in which borrowers may be called, both included.
  ('callFirstHour', '2020-01-01', 6, 'SEC MC 18 s.2019'),
  ('callLastHour', '2020-01-01', 21, 'SEC MC 18 s.2019'),
  -- Calls to one borrower on a Manila day, and in the seven days up to a call.
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
  ('caseReopenDays', '2020-01-01', 30, 'docs/decisions/0060'),
  -- Days after the day of the request on which a borrower can send a picture that a reviewer
  -- requests again. As long as a callback of a review can be away.
  ('pictureRequestDays', '2020-01-01', 7, 'docs/operators/manual-review.md'),
  -- Years for which the records of a borrower are kept after the last loan or booking.
  ('recordsKeptYears', '2020-01-01', 5, 'RA 9160');

create table transitions (
  kind text not null,
  from_state text not null,
  to_state text not null check (to_state <> from_state),
  primary key (kind, from_state, to_state)
);
comment on table transitions is
  'The allowed state transitions of each kind of record. `npm run tables` writes '
  'data/transitions.ts from it.';

create trigger transitions_append_only before update or delete or truncate on transitions
  for each statement execute function refuse_change();
comment on trigger transitions_append_only on transitions is
  'A possible change of state is never changed or deleted, even by the owner.';

grant select on transitions to sandali_app;

insert into transitions (kind, from_state, to_state) values
  ('payout', 'ready', 'sent'),
  ('payout', 'ready', 'failed'),
  ('payout', 'ready', 'cancelled'),
  ('payout', 'sent', 'paid'),
  ('payout', 'sent', 'failed'),
  ('payout', 'sent', 'unknown'),
  ('payout', 'unknown', 'paid'),
  ('payout', 'unknown', 'failed'),
  ('payout', 'paid', 'reversed'),
  ('loan', 'submitting', 'approving'),
  ('loan', 'submitting', 'cancelled'),
  ('loan', 'approving', 'paying'),
  ('loan', 'approving', 'cancelled'),
  ('loan', 'approving', 'failed'),
  ('loan', 'paying', 'bankProcessing'),
  ('loan', 'paying', 'success'),
  ('loan', 'paying', 'failed'),
  ('loan', 'paying', 'cancelled'),
  ('loan', 'bankProcessing', 'success'),
  ('loan', 'bankProcessing', 'failed'),
  ('loan', 'success', 'reversed'),
  ('refund', 'ordered', 'paid'),
  ('refund', 'ordered', 'failed'),
  ('refund', 'paid', 'reversed'),
  ('extension', 'feeDue', 'success'),
  ('extension', 'feeDue', 'lapsed'),
  -- A bill is in state settled_as, or open. A reversed payment reopens a repaid bill, or turns it
  -- into a loss again.
  ('bill', 'open', 'repaid'),
  ('bill', 'open', 'cooledOff'),
  ('bill', 'open', 'writtenOff'),
  ('bill', 'open', 'void'),
  ('bill', 'repaid', 'open'),
  ('bill', 'repaid', 'cooledOff'),
  ('bill', 'repaid', 'writtenOff'),
  ('bill', 'repaid', 'void'),
  ('bill', 'cooledOff', 'void'),
  ('bill', 'writtenOff', 'repaid'),
  ('bill', 'writtenOff', 'void'),
  ('proposal', 'open', 'confirmed'),
  ('proposal', 'open', 'dropped'),
  -- A complaint's state follows from its steps. A reply of the borrower reopens it.
  ('complaint', 'open', 'acknowledged'),
  ('complaint', 'acknowledged', 'answered'),
  ('complaint', 'answered', 'acknowledged'),
  ('complaint', 'answered', 'closed'),
  ('complaint', 'closed', 'acknowledged');

create function may_move(of_kind text, before text, after text) returns boolean
  language sql stable as $$
  select exists (select from transitions where kind = of_kind and from_state = before
    and to_state = after)
$$;

-- Whether no transition leaves a state.
create function is_final(of_kind text, of_state text) returns boolean language sql stable as $$
  select not exists (select from transitions where kind = of_kind and from_state = of_state)
$$;

-- The states from which a state can still be reached. Throws if there is none, because a comparison
-- with null would find nothing.
create function states_before(of_kind text, of_state text) returns text[]
  language plpgsql stable as $$
declare
  states text[];
begin
  with recursive earlier (state) as (
    select from_state from transitions where kind = of_kind and to_state = of_state
    union select t.from_state from transitions t join earlier e on t.to_state = e.state
      where t.kind = of_kind)
  select array_agg(state) into states from earlier where state <> of_state;
  if states is null then
    raise exception 'no transition leads to % of a %', of_state, of_kind;
  end if;
  return states;
end $$;

-- Checks the state of a row of the kind in the first argument.
create function follow_transitions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from transitions where kind = tg_argv[0]
      and new.state in (from_state, to_state)) then
      raise exception '% is not a state of a %', new.state, tg_argv[0]
        using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if new.state <> old.state and not may_move(tg_argv[0], old.state, new.state) then
    raise exception '% cannot change from % to %', tg_argv[0], old.state, new.state
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
