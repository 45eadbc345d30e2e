-- What was given to a gateway stays with it: another one does not know its reference, and would pay or take it a second time.

alter table payouts
  -- As whom the order left: the account at the gateway, as a mark that tells nothing of its credentials. Null before it has left.
  add column sent_as text check (length(sent_as) between 1 and 64);

create function stays_with_its_gateway() returns trigger language plpgsql as $$
begin
  raise exception '% stay with the gateway that they were given to', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger payouts_stay_with_gateway before update of gateway on payouts for each row
  when (new.gateway is distinct from old.gateway) execute function stays_with_its_gateway();
create trigger repayment_codes_stay_with_gateway before update of gateway on repayment_codes for each row
  when (new.gateway is distinct from old.gateway) execute function stays_with_its_gateway();

-- What waits is counted by its gateway, so that one which is not configured any more is seen.
create index payouts_open_by_gateway on payouts (gateway) where state in ('ready', 'sent', 'unknown');
