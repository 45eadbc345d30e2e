-- The desk: sessions of staff in a browser, and the challenges that their passkeys sign. All
-- instants are wall time.

create table desk_sessions (
  id uuid primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  key_id uuid not null references staff_keys,
  -- The hash of the key that opened the session; a passkey except in the sandbox.
  key_hash bytea not null check (octet_length(key_hash) = 32),
  is_by_passkey boolean not null,
  opened_at timestamptz not null,
  last_used_at timestamptz not null
    check (last_used_at between opened_at and opened_at + interval '8 hours'),
  ended_at timestamptz
);
comment on table desk_sessions is
  'Sessions of staff in a browser. Only the SHA-256 of a session''s token is stored. Rows are '
  'deleted a week after they were opened.';
create index desk_sessions_by_age on desk_sessions (opened_at);
create index desk_sessions_of_key on desk_sessions (key_id);
grant select, insert, delete, update (last_used_at, ended_at) on desk_sessions to sandali_app;

create function desk_sessions_of_a_key() returns trigger language plpgsql as $$
begin
  if not exists (select from staff_key_hashes h join staff_keys k on k.id = h.key_id
    where (h.key_id, h.token_hash) = (new.key_id, new.key_hash) and not h.is_replaced
      and h.ends_at > new.opened_at and k.ended_at is null and not is_suspended(k.id))
    or new.is_by_passkey
      and not exists (select from staff_passkeys where token_hash = new.key_hash) then
    raise exception 'a session begins with an active key of its holder'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger desk_sessions_of_a_key before insert on desk_sessions for each row
  execute function desk_sessions_of_a_key();
comment on trigger desk_sessions_of_a_key on desk_sessions is
  'A session begins with an active key of its holder.';

create function desk_sessions_end_once() returns trigger language plpgsql as $$
begin
  raise exception 'a session can end only once' using errcode = 'restrict_violation';
end $$;
create trigger desk_sessions_end_once before update on desk_sessions for each row
  when (old.ended_at is not null) execute function desk_sessions_end_once();
comment on trigger desk_sessions_end_once on desk_sessions is 'An ended session stays ended.';

create table desk_acts (
  -- Chosen by the page for each change that it sends.
  id uuid primary key,
  session_id uuid not null references desk_sessions on delete cascade
);
comment on table desk_acts is
  'The changes that were carried out at the desk, so that one whose response was lost is not '
  'carried out again. Rows are deleted with their session.';
create index desk_acts_of_session on desk_acts (session_id);
grant select, insert on desk_acts to sandali_app;

create table desk_challenges (
  id uuid primary key,
  challenge bytea not null check (octet_length(challenge) = 32),
  purpose text not null check (purpose in ('make', 'signIn', 'confirm')),
  -- Of a passkey that is made: the name that the person asks for, and the user handle.
  name text,
  user_handle bytea check (octet_length(user_handle) = 32),
  -- Of a confirmation: the session, and the hash of the command, its input, the proposal and its
  -- facts.
  session_id uuid references desk_sessions on delete cascade,
  about_hash bytea check (octet_length(about_hash) = 32),
  ends_at timestamptz not null,
  used_at timestamptz,
  check ((purpose = 'make') = (name is not null) and (name is null) = (user_handle is null)),
  check ((purpose = 'confirm') = (session_id is not null)
    and (session_id is null) = (about_hash is null))
);
comment on table desk_challenges is
  'The challenges that passkeys of staff sign: 32 random bytes for one purpose, valid once. A '
  'confirmation''s is bound to the session and to what the person saw.';
create index desk_challenges_by_end on desk_challenges (ends_at);
create index desk_challenges_of_session on desk_challenges (session_id);
grant select, insert, delete, update (used_at) on desk_challenges to sandali_app;

create function desk_challenges_used_once() returns trigger language plpgsql as $$
begin
  raise exception 'a challenge can be used only once' using errcode = 'restrict_violation';
end $$;
create trigger desk_challenges_used_once before update on desk_challenges for each row
  when (old.used_at is not null) execute function desk_challenges_used_once();
comment on trigger desk_challenges_used_once on desk_challenges is 'A challenge is used once.';
