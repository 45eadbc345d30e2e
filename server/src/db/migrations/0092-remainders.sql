-- A remainder of less than a peso, which no channel takes, is waived once a loan (design: money.md; docs/decisions/0032).

alter table bills
  -- How much of it was waived. One column is one remainder a loan.
  add column remainder_centavos bigint not null default 0 constraint bills_waive_less_than_a_peso check (remainder_centavos between 0 and 99),
  add constraint bills_waive_the_last check (remainder_centavos = 0 or settled_as is not distinct from 'repaid');

-- Its entry is of a kind of its own, of one loan, and of less than a peso.
alter table ledger_entries add constraint ledger_waives_of_a_loan check (kind <> 'remainder.waived' or loan_id is not null);
create function ledger_waives_less_than_a_peso() returns trigger language plpgsql as $$
begin
  if (select sum(amount_centavos) from ledger_lines where entry_id = new.id and amount_centavos > 0) > 99 then
    raise exception 'a remainder that is waived is less than a peso' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_waives_less_than_a_peso after insert on ledger_entries deferrable initially deferred
  for each row when (new.kind = 'remainder.waived') execute function ledger_waives_less_than_a_peso();
