-- Money on our own account whose owner nobody can tell: two people book it from the statement as well, and it lies in suspense.

alter table transfers
  alter column code_id drop not null,
  alter column borrower_id drop not null,
  -- What the payer wrote where a reference was expected, of money without an owner; null where they wrote none.
  add column code_typed text check (length(code_typed) between 1 and 40),
  add constraint transfers_owner_by_reference check ((code_id is null) = (borrower_id is null)),
  add constraint transfers_case_of_owner check (complaint_id is null or borrower_id is not null),
  add constraint transfers_typed_of_nobody check (code_typed is null or code_id is null);

create or replace function transfers_are_said_once() returns trigger language plpgsql as $$
begin
  if old.confirmed_at is not null or old.dropped_at is not null then
    raise exception 'what was booked or dropped stays' using errcode = 'restrict_violation';
  end if;
  if (to_jsonb(new) - '{confirmed_by,confirmed_at,dropped_at}'::text[]) is distinct from (to_jsonb(old) - '{confirmed_by,confirmed_at,dropped_at}'::text[]) then
    raise exception 'what the first of two people said stays' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- No money comes to our own account that two people have not booked, as theirs whose it is or as nobody's; and pesos alone.
create or replace function receipts_of_own_bank_have_two_people() returns trigger language plpgsql as $$
begin
  if new.currency <> 'PHP' then
    raise exception 'our own account takes pesos alone' using errcode = 'restrict_violation';
  end if;
  if not exists (select from transfers t where t.bank_reference = new.gateway_payment_id and t.confirmed_at is not null
    and (t.code_id, t.borrower_id, t.amount_centavos, t.paid_on) is not distinct from (new.code_id, new.borrower_id, new.amount_centavos, new.value_on)
    and (t.code_id is not null or t.code_typed is not distinct from new.code_typed)) then
    raise exception 'two people book a transfer to our own account' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
