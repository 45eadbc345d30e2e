-- A session that was opened by a code alone, into an account that has a password or a passkey, has proven nothing yet: null.
alter table sessions alter column proven_at drop not null;
-- Until when no money goes to an account that was added in such a session, in business time.
alter table payout_accounts add column held_until timestamptz check (held_until > added_at);
