-- Money travels to an account by InstaPay, within minutes, or by PESONet, in the batches of banking days. Which of them is part of the intent: it is stored
-- before the order leaves, and stays however often it is sent.

alter table payouts
  -- Null for money to collect, and where the gateway tells of no rails.
  add column rail text check (rail in ('instapay', 'pesonet')),
  -- The Manila day on which it should be there, as of when it left last; null for what is there within minutes.
  add column expected_on date check (expected_on is null or rail is not null),
  add constraint payouts_rail_to_account check (rail is null or channel in ('bankCard', 'wallet')),
  -- InstaPay carries no more than ₱50,000 in one transfer.
  add constraint payouts_instapay_limit check (rail is distinct from 'instapay' or amount_centavos <= 5000000),
  -- What travels in batches has its day once it has left.
  add constraint payouts_batch_has_its_day check (rail is distinct from 'pesonet' or expected_on is not null or state in ('ready', 'failed', 'cancelled'));

create function payout_keeps_its_rail() returns trigger language plpgsql as $$
begin
  raise exception 'a payout keeps the rail it was sent by' using errcode = 'restrict_violation';
end $$;
create trigger payouts_rail before update of rail on payouts for each row
  when (old.state <> 'ready' and new.rail is distinct from old.rail) execute function payout_keeps_its_rail();

create function payout_is_expected_once_sent() returns trigger language plpgsql as $$
begin
  raise exception 'a payout that has ended is expected on no other day' using errcode = 'restrict_violation';
end $$;
create trigger payouts_expected before update of expected_on on payouts for each row
  when (old.state in ('paid', 'failed', 'reversed', 'cancelled') and new.expected_on is distinct from old.expected_on)
  execute function payout_is_expected_once_sent();

-- Prices that were made before and are open still: their money is there within minutes.
update quotes set facts = facts || jsonb_build_object('arrival',
  jsonb_build_object('rail', null, 'how', 'minutes', 'minutes', 10, 'on', facts ->> 'quotedOn')) where not facts ? 'arrival';
