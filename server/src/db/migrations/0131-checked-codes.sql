-- Until when a challenge of a sign-up, whose code was right, opens an account on the device that asked for it: the password comes after the code. Real time.
alter table sms_challenges add column proves_until timestamptz check (proves_until is null or (used_at is not null and purpose = 'register' and borrower_id is null));
