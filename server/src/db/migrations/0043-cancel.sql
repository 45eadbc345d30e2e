-- Giving up a loan: before its order has left for the bank, and in the days of cooling-off.

-- An order that never left is cancelled for good.
alter table payouts drop constraint payouts_state_check;
alter table payouts add constraint payouts_state_check check (state in ('ready', 'sent', 'paid', 'failed', 'unknown', 'reversed', 'cancelled'));

create or replace function payout_state_moves() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.subject_id, new.borrower_id, new.amount_centavos, new.channel, new.receiver_sealed)
     is distinct from (old.id, old.kind, old.subject_id, old.borrower_id, old.amount_centavos, old.channel, old.receiver_sealed) then
    raise exception 'a payout keeps its reference, amount and receiver' using errcode = 'restrict_violation';
  end if;
  if new.state = old.state then return new; end if;
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

create or replace function loan_state_moves() returns trigger language plpgsql as $$
begin
  if new.state = old.state then return new; end if;
  if not (case old.state
    when 'submitting' then new.state in ('approving', 'cancelled')
    when 'approving' then new.state in ('paying', 'cancelled', 'failed')
    when 'paying' then new.state in ('bankProcessing', 'success', 'failed', 'cancelled')
    when 'bankProcessing' then new.state in ('success', 'failed')
    when 'success' then new.state in ('reversed')
    else false end) then
    raise exception 'a loan does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A cancelled loan has no order that could still be sent.
create function loan_cancelled_is_never_paid() returns trigger language plpgsql as $$
begin
  if exists (select 1 from payouts p where p.kind = 'loan' and p.subject_id = new.id and p.state <> 'cancelled') then
    raise exception 'a loan whose payout is under way is not cancelled' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger loans_cancel before update of state on loans for each row
  when (new.state = 'cancelled' and old.state <> 'cancelled') execute function loan_cancelled_is_never_paid();
create function payout_of_cancelled_loan() returns trigger language plpgsql as $$
begin
  if exists (select 1 from loans l where l.id = new.subject_id and l.state = 'cancelled') then
    raise exception 'a cancelled loan is not paid out' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_of_loans before insert on payouts for each row when (new.kind = 'loan') execute function payout_of_cancelled_loan();

-- When the borrower first asked to return the loan, and the last Manila day on which money for it counts.
alter table bills
  add column return_asked_at timestamptz,
  add column return_ends_on date,
  add check ((return_asked_at is null) = (return_ends_on is null)),
  add check (return_ends_on >= arrived_on),
  add check (settled_as is distinct from 'cooledOff' or (return_ends_on is not null and settled_on <= return_ends_on));

create function bills_keep_their_end() returns trigger language plpgsql as $$
begin
  if old.return_asked_at is not null and (new.return_asked_at is distinct from old.return_asked_at or new.return_ends_on < old.return_ends_on) then
    raise exception 'a return that was asked for stays, and its last day is never an earlier one' using errcode = 'restrict_violation';
  end if;
  if new.settled_as is distinct from old.settled_as and not (case old.settled_as
    when 'repaid' then new.settled_as in ('cooledOff', 'void')
    when 'cooledOff' then new.settled_as in ('void')
    when 'writtenOff' then new.settled_as in ('repaid', 'void')
    when 'void' then false
    else true end) then
    raise exception 'a bill that ended as % does not end as %', old.settled_as, new.settled_as using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bills_keep_their_end before update on bills for each row execute function bills_keep_their_end();

alter table repayment_codes
  add column purpose text not null default 'bill' check (purpose in ('bill', 'coolingOff')),
  add check (purpose = 'bill' or (loan_id is not null and amount_centavos is not null and ends_at is not null));
