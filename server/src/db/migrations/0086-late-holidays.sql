-- A holiday that is proclaimed after its day: bills whose last free day it was are late a day later than was charged, those too that were repaid or
-- extended since.
create index bills_repaid_late on bills (last_free_on) where settled_as = 'repaid' and settled_on > last_free_on;
create index extensions_of_late on extensions (from_last_free_on) where state = 'success' and offered_on > from_last_free_on;

-- The last free day of a term that an extension has ended moves as that of the term in force does: only later.
create or replace function extensions_move() returns trigger language plpgsql as $$
begin
  if old.state = 'success' and new.from_last_free_on > old.from_last_free_on
     and to_jsonb(new) - 'from_last_free_on' = to_jsonb(old) - 'from_last_free_on' then
    return new;
  end if;
  if old.state <> 'feeDue' then
    raise exception 'an extension that succeeded or lapsed never changes' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.loan_id, new.borrower_id, new.offered_on, new.asked_at, new.ends_at, new.term_days, new.principal_centavos, new.interest_centavos,
      new.service_fee_centavos, new.late_centavos, new.from_due_on, new.due_on, new.legal_rule)
     is distinct from (old.id, old.loan_id, old.borrower_id, old.offered_on, old.asked_at, old.ends_at, old.term_days, old.principal_centavos,
      old.interest_centavos, old.service_fee_centavos, old.late_centavos, old.from_due_on, old.due_on, old.legal_rule) then
    raise exception 'an offer that was taken keeps its figures' using errcode = 'restrict_violation';
  end if;
  if new.state = 'success' then
    if not exists (select from bills b where b.loan_id = new.loan_id and b.settled_at is null and b.due_on = new.from_due_on
        and b.last_free_on = new.from_last_free_on) then
      raise exception 'only an open bill is extended, from the due date it has' using errcode = 'restrict_violation';
    end if;
    if new.number <> 1 + (select count(*) from extensions e where e.loan_id = new.loan_id and e.state = 'success') then
      raise exception 'extensions are counted without gaps' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
