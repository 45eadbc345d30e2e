-- Loans are returned freely; after two that were returned within 90 days of each other the next waits 30 days, whatever the program asks.

create index bills_returned on bills (borrower_id, settled_on desc) where settled_as = 'cooledOff';

create function loans_wait_after_returns() returns trigger language plpgsql as $$
declare days date[];
begin
  select array_agg(settled_on order by settled_on desc) into days from (
    select settled_on from bills where borrower_id = new.borrower_id and settled_as = 'cooledOff' order by settled_on desc limit 2
  ) as newest;
  if cardinality(days) = 2 and days[1] - days[2] <= 90 and (new.signed_at at time zone 'Asia/Manila')::date - days[1] < 30 then
    raise exception 'after two loans that were returned the next one waits' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger loans_wait_after_returns before insert on loans for each row execute function loans_wait_after_returns();
