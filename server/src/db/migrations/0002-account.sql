-- People, their sessions and the codes that were sent to them. Phone numbers are sealed; a keyed hash finds them.
-- Names are known once personal information was saved, which hands them over at the account's door.

create table borrowers (
  id uuid primary key,
  phone_sealed bytea not null,
  phone_hash bytea not null unique,
  password_hash text,
  name_sealed bytea,
  first_name_sealed bytea,
  agreement_version text not null,
  locale text not null,
  registered_at timestamptz not null
);

create table sessions (
  token_hash bytea primary key,
  borrower_id uuid not null references borrowers,
  device_id text not null,
  -- The request that opened it: when that request is repeated, its token ends and a new one is issued.
  opened_under uuid not null,
  opened_at timestamptz not null,
  last_seen_at timestamptz not null,
  proven_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_of_borrower on sessions (borrower_id) where ended_at is null;
create index sessions_of_device on sessions (borrower_id, device_id);

-- A code is bound to a number, a purpose and this row; five comparisons, then it is dead. A newer code for the same number, purpose and
-- device takes over the tries of the one before.
create table sms_challenges (
  id uuid primary key,
  phone_hash bytea not null,
  purpose text not null,
  device_id text not null,
  borrower_id uuid references borrowers,
  code_hash bytea not null,
  tries integer not null default 0 check (tries between 0 and 5),
  made_at timestamptz not null,
  ends_at timestamptz not null,
  used_at timestamptz
);
create index sms_challenges_of_number on sms_challenges (phone_hash, made_at desc);

grant select, insert, update on borrowers, sessions, sms_challenges to sandali_app;
