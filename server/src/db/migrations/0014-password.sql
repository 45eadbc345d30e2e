-- After a password was reset from a strange device, no payout account can be added until this instant (business time): the owner of the number
-- may have changed, and whoever had the account before is given time to hear of it.
alter table borrowers add column new_accounts_held_until timestamptz;
