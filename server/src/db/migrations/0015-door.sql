-- The door. Wrong tries at codes are counted for a number and a purpose, whichever device asked: a client chooses the name of its device, so
-- that a count for each would be a count for nobody. A device that the borrower has used before ('' for all others) has a count of its own, so
-- that strangers cannot use up the owner's tries.
create table code_counts (
  phone_hash bytea not null,
  purpose text not null,
  device_id text not null,
  tries integer not null check (tries between 0 and 5),
  ends_at timestamptz not null,
  primary key (phone_hash, purpose, device_id)
);
insert into code_counts (phone_hash, purpose, device_id, tries, ends_at)
  select phone_hash, purpose, '', max(tries), max(ends_at) from sms_challenges where used_at is null group by phone_hash, purpose;

-- `counted_on` names the count of a code; `address_hash` is the keyed hash of the address that asked for it, where it came over a network.
alter table sms_challenges drop column tries, add counted_on text not null default '', add address_hash bytea;
create index sms_challenges_of_address on sms_challenges (address_hash, made_at desc) where address_hash is not null;
create index sms_challenges_by_end on sms_challenges (ends_at);

-- Pictures of digits that show that somebody looks at the screen: one answer each, for the device that was shown it.
create table picture_codes (
  id uuid primary key,
  device_id text not null,
  answer_hash bytea not null,
  ends_at timestamptz not null,
  used_at timestamptz
);
create index picture_codes_by_end on picture_codes (ends_at);

grant select, insert, update, delete on code_counts, picture_codes to sandali_app;
grant delete on sms_challenges to sandali_app;
