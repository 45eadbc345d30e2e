-- Who typed a number's right password on a strange device has shown something that strangers cannot know: for some minutes the code that the login asks
-- for takes from budgets of its own. The number by its keyed hash, as in code_counts; rows are deleted two days after they end.
create table right_passwords (
  phone_hash bytea not null,
  device_id text not null,
  ends_at timestamptz not null,
  primary key (phone_hash, device_id)
);
create index right_passwords_by_end on right_passwords (ends_at);
grant select, insert, update, delete on right_passwords to sandali_app;

-- A code asked for in a session is counted on the session's borrower, and one after a right password on that device: pictures and spacing ask for the
-- codes of one count.
create index sms_challenges_by_count on sms_challenges (phone_hash, counted_on, made_at desc);
-- Codes sent against codes used within an hour, which operators are told of.
create index sms_challenges_by_time on sms_challenges (made_at);
