-- A payout account that was taken off the list is gone for good, and none goes while a loan is on its way there.

alter table payout_accounts add constraint payout_accounts_gone_is_no_default check (removed_at is null or not is_default);

create function payout_account_changes() returns trigger language plpgsql as $$
begin
  if (new.id, new.borrower_id, new.kind, new.provider_id, new.owner_name_sealed, new.number_sealed, new.number_hash, new.last4, new.added_at)
     is distinct from
     (old.id, old.borrower_id, old.kind, old.provider_id, old.owner_name_sealed, old.number_sealed, old.number_hash, old.last4, old.added_at) then
    raise exception 'a payout account keeps its number and its owner' using errcode = 'restrict_violation';
  end if;
  if old.removed_at is not null and new.removed_at is distinct from old.removed_at then
    raise exception 'a payout account that is gone does not come back' using errcode = 'restrict_violation';
  end if;
  if old.removed_at is null and new.removed_at is not null and exists (
    select 1 from loans l where l.account_id = new.id and l.state in ('submitting', 'approving', 'paying', 'bankProcessing')) then
    raise exception 'a loan is on its way to this payout account' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_accounts_change before update on payout_accounts for each row execute function payout_account_changes();

create function loan_goes_to_an_account_that_is_there() returns trigger language plpgsql as $$
begin
  if exists (select 1 from payout_accounts a where a.id = new.account_id and a.removed_at is not null) then
    raise exception 'this payout account is gone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger loans_to_account before insert on loans for each row when (new.account_id is not null)
  execute function loan_goes_to_an_account_that_is_there();
