-- Platform tables: settings, the audit trail with its hash chain, the clock, idempotent writes,
-- replay protection, rate limits.

-- Immutable rows have no update grant. Hash-chained rows refuse changes even by the owner, so that
-- no later migration can alter them.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or deleted', tg_table_name
    using errcode = 'restrict_violation';
end $$;

-- Lets a pipelined statement, whose result nobody awaits before COMMIT, refuse with a code.
-- db/database.ts turns it into a normal refusal.
create function refuse_unless(holds boolean, refusal text) returns void language plpgsql as $$
begin
  if holds is not true then
    raise exception '%', refusal using errcode = 'SR001';
  end if;
end $$;

-- Like refuse_unless, for conditions that should never fail: a failure is an internal error and
-- rolls back the transaction.
create function ensure(holds boolean, sentence text) returns void language plpgsql as $$
begin
  if holds is not true then
    raise exception 'This must not happen: %', sentence;
  end if;
end $$;

create table settings (
  name text primary key check (name ~ '^[a-zA-Z][a-zA-Z0-9.]{0,79}$'),
  value jsonb not null,
  version bigint not null default 1,
  changed_at timestamptz not null,
  changed_by text not null
);
comment on table settings is 'Settings that staff have changed: the current value and its version.';

grant select, insert, update on settings to sandali_app;

create sequence audit_numbers;
create function next_audit_number() returns bigint language plpgsql security definer
  set search_path = pg_catalog, public as $$
begin
  perform pg_current_xact_id();
  return nextval('public.audit_numbers');
end $$;
-- An auditor reads everything and changes nothing, and so has no other role.
create domain staff_roles as text[]
  check (cardinality(value) > 0)
  check (value <@ array['reviewer', 'support', 'collector', 'finance', 'compliance', 'manager',
    'engineer', 'auditor'])
  constraint staff_roles_auditor_alone check (not 'auditor' = any (value) or cardinality(value) = 1);
create domain staff_role as text
  check (value is null or array[value]::staff_roles is not null);

create table audit_log (
  id bigint primary key default next_audit_number(),
  at timestamptz not null,
  who text not null,
  act text not null,
  subject text,
  reason text,
  detail jsonb not null default '{}',
  -- The role in which staff acted; null for the server itself.
  role staff_role
);
comment on table audit_log is
  'The audit trail of decisions and of staff: who did what, for which person, when and why.';
alter sequence audit_numbers owned by audit_log.id;
create index audit_log_of_subject on audit_log (subject, id desc) where subject is not null;
-- /alarms reads the first break ever recorded.
create index audit_log_of_breaks on audit_log (act, id) where act in ('trailBroken', 'booksBroken');
-- Finds recorded views by their text and by the member of staff.
create index audit_log_of_looks on audit_log ((detail ->> 'seen'), who)
  where detail ->> 'seen' is not null;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
comment on trigger audit_log_append_only on audit_log is
  'The trail is append-only, even for the owner of the tables.';

grant select, insert (at, who, act, subject, reason, detail, role) on audit_log to sandali_app;
grant select on sequence audit_numbers to sandali_app;

create table audit_batches (
  number bigint primary key check (number > 0),
  from_id bigint not null,
  to_id bigint not null,
  row_count bigint not null check (row_count >= 0),
  -- `chained_at` is wall time.
  chained_at timestamptz not null,
  rows_hash bytea not null check (length(rows_hash) = 32),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null unique check (length(hash) = 32),
  check (from_id <= to_id)
);
comment on table audit_batches is
  'One batch of the trail: the hash of its rows, chained to the previous batch. Ids that no row '
  'used by then stay unused.';
create trigger audit_batches_append_only before update or delete or truncate on audit_batches
  for each statement execute function refuse_change();
comment on trigger audit_batches_append_only on audit_batches is
  'Batches are append-only, even for the owner of the tables.';

grant select, insert on audit_batches to sandali_app;

create table audit_head (
  singleton boolean primary key default true check (singleton),
  number bigint not null,
  to_id bigint not null,
  hash bytea not null check (length(hash) = 32),
  marked_to bigint,
  -- The id of the transaction that set the mark.
  marked_in bigint,
  -- `marked_at` is wall time, and is retained after the mark is reached.
  marked_at timestamptz,
  check ((marked_to is null) = (marked_in is null)),
  check (marked_to is null or (marked_to > to_id and marked_at is not null))
);
comment on table audit_head is
  'The end of the chain, and the id up to which the next batch will go once the transactions '
  'running at the mark have ended. One row.';
insert into audit_head (number, to_id, hash) values (0, 0, decode(repeat('00', 32), 'hex'));

grant select, update on audit_head to sandali_app;

create table business_clock (
  singleton boolean primary key default true check (singleton),
  offset_ms bigint not null check (offset_ms >= 0)
);
comment on table business_clock is
  'Business time is wall time plus this offset. Only the sandbox moves it, and only forward.';

grant select, insert, update on business_clock to sandali_app;

create table idempotency_keys (
  scope text not null,
  request_id uuid not null,
  call text not null,
  input_hash bytea not null,
  code text not null,
  ids jsonb not null default '{}',
  made_at timestamptz not null,
  primary key (scope, request_id)
);
comment on table idempotency_keys is
  'One row per write: the hash of the request, and the answer (code and ids, never a body). It is '
  'deleted once the request id, which carries its time, is too old to be accepted.';
create index idempotency_keys_by_time on idempotency_keys (made_at);
create function idempotency_keys_stay() returns trigger language plpgsql as $$
begin
  if old.made_at > (select max(made_at) from idempotency_keys) - interval '400 days' then
    raise exception 'an answer is kept for 400 days' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger idempotency_keys_stay before delete on idempotency_keys for each row
  execute function idempotency_keys_stay();
comment on trigger idempotency_keys_stay on idempotency_keys is
  'Answers are kept for 400 days, measured from the newest answer, while the request may be '
  'repeated.';

grant select, insert, delete on idempotency_keys to sandali_app;

create table cleanups (
  name text primary key,
  -- The last row visited; null at the start.
  reached_at timestamptz,
  reached_id uuid,
  check ((reached_at is null) = (reached_id is null))
);
comment on table cleanups is
  'The position of each cleanup that deletes some rows and keeps others. After the last row it '
  'starts over.';

grant select, insert, update on cleanups to sandali_app;

create table replay_cache (
  enc_hash bytea primary key,
  seen_at timestamptz not null
);
comment on table replay_cache is 'Envelopes that were opened, so that none is opened twice.';
create index replay_cache_by_time on replay_cache (seen_at);

grant select, insert, delete on replay_cache to sandali_app;

create table rate_limits (
  name text not null,
  window_start timestamptz not null,
  used integer not null check (used >= 0),
  -- The end of this window; windows differ in length.
  ends_at timestamptz not null,
  primary key (name, window_start)
);
comment on table rate_limits is
  'Counters per window: one statement counts and returns whether the limit allowed it.';
create index rate_limits_by_end on rate_limits (ends_at);

grant select, insert, delete, update on rate_limits to sandali_app;

create table holidays (
  day date primary key,
  kind text not null check (kind in ('regular', 'special')),
  name text not null check (length(name) between 2 and 100),
  -- For example 'Proclamation 1006 s.2025'.
  proclamation text not null check (length(proclamation) between 5 and 100),
  -- `added_at` is business time.
  added_at timestamptz not null,
  added_by text not null
);
comment on table holidays is
  'Holidays proclaimed since this release was built (`ops holiday add`).';

grant select, insert on holidays to sandali_app;

create table master_keys (
  -- The second byte of each value that the key seals.
  version smallint primary key check (version between 1 and 255),
  -- A keyed hash of a fixed text.
  fingerprint bytea not null unique check (length(fingerprint) = 32),
  -- Wall time, like all instants here. When a server first had the key.
  known_at timestamptz not null,
  -- When servers began to seal with it; null until `ops keys rotate` puts it to use.
  sealing_since timestamptz check (sealing_since >= known_at),
  -- When the last value sealed with it was resealed.
  retired_at timestamptz check (retired_at >= sealing_since)
);
comment on table master_keys is
  'The versions of the master key, by fingerprint, so that a start with another key is noticed. '
  'Servers seal with the highest version in use, and open values of every version.';

grant select, insert, update (sealing_since, retired_at) on master_keys to sandali_app;

create table hash_keys (
  version smallint primary key check (version = 1),
  -- 32 random bytes, sealed with the master key.
  key_sealed bytea not null,
  -- `made_at` is wall time.
  made_at timestamptz not null
);
comment on table hash_keys is
  'The key of keyed hashes and of signatures on papers, made once. A rotation of the master key '
  'seals it again and does not change it (docs/decisions/0086). At most one row.';

grant select, insert on hash_keys to sandali_app;

create table envelope_keys (
  kid text primary key check (kid ~ '^[a-z0-9-]{1,40}$'),
  -- Wall time, like all instants here. Servers publish the key from `valid_from`.
  valid_from timestamptz not null,
  valid_until timestamptz not null check (valid_until > valid_from),
  -- The key list that begins with this key, as JSON, signed by the root key.
  list text not null,
  -- PKCS #8, sealed with the master key.
  private_key_sealed bytea not null,
  stored_at timestamptz not null,
  check (list::jsonb #>> '{keys,0,kid}' = kid),
  check ((list::jsonb #>> '{keys,0,from}')::timestamptz = valid_from),
  check ((list::jsonb #>> '{keys,0,until}')::timestamptz = valid_until)
);
comment on table envelope_keys is
  'The keys with which borrowers'' apps seal calls, one a day, stored a day or more before they are '
  'used. Rows never change, and are deleted once the key has ended.';
create trigger envelope_keys_stay before update or truncate on envelope_keys
  for each statement execute function refuse_change();
comment on trigger envelope_keys_stay on envelope_keys is
  'A key never changes and stays until it expires, because apps may have sealed calls with it.';

-- Nothing is deleted if all keys ended more than a day ago: then the clock is probably wrong.
create function erase_ended_envelope_keys(wall timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public as $$
  delete from envelope_keys where valid_until <= wall
    and exists (select from envelope_keys where valid_until > wall - interval '24 hours')
$$;
revoke all on function erase_ended_envelope_keys(timestamptz) from public;
grant execute on function erase_ended_envelope_keys(timestamptz) to sandali_app;

grant select, insert on envelope_keys to sandali_app;

create table key_holders (
  -- A random id of the server''s process.
  server uuid primary key,
  -- The highest version of the master key that the server has, and the version with which it seals.
  newest_version smallint not null,
  seals_with smallint not null,
  -- `seen_at` is wall time.
  seen_at timestamptz not null
);
comment on table key_holders is
  'Running servers and their master keys. A new key is put to use once all of them have it.';

grant select, insert, update, delete on key_holders to sandali_app;

create table reseal_places (
  -- A table, or a folder of files.
  target text primary key,
  version smallint not null,
  -- The next block of the table, or the last name in the folder.
  place text not null,
  -- How many values no key opened in this pass.
  damaged integer not null default 0 check (damaged >= 0),
  -- `done_at` is wall time.
  done_at timestamptz
);
comment on table reseal_places is
  'How far `ops keys rotate` has sealed each table and folder with the newest master key.';

grant select, insert, update on reseal_places to sandali_app;

create table database_cluster (
  singleton boolean primary key default true check (singleton),
  name text not null,
  seen_at timestamptz not null,
  -- When the server last paused payouts at its start (business time). It does so if payouts without
  -- a row here may have been sent before.
  payouts_paused_at timestamptz,
  -- When the worker began to hold payouts after a failover, and from when the old primary may have
  -- sent payouts that are missing here. Both are wall time, like `seen_at`.
  held_at timestamptz,
  lost_from_at timestamptz,
  -- Whether the last start was a drill (DRILL=1), which means that this is a copy.
  is_drill boolean not null default false,
  check ((held_at is null) = (lost_from_at is null))
);
comment on table database_cluster is
  'The cluster, timeline, database and table (by oid) that a server saw last. Different values at '
  'the next start mean a restore or a copy, and payouts pause until staff resume them. If only the '
  'timeline moves while a worker runs, a standby took over, and payouts are held for a while.';

grant select, insert, update on database_cluster to sandali_app;

create table installation (
  singleton boolean primary key default true check (singleton),
  id uuid not null,
  -- `made_at` is wall time.
  made_at timestamptz not null
);
comment on table installation is
  'The id of this installation, created by its first start. The folders of files and keys carry '
  'the same id, so that neither can serve another database.';

grant select, insert on installation to sandali_app;

create table files_place (
  singleton boolean primary key default true check (singleton),
  -- For example '/srv/sandali/data/files of app1', or 's3://bucket/prefix'.
  place text not null check (length(place) between 1 and 1000)
);
comment on table files_place is
  'Where the files of this installation are, as the last start saw it. A server with an empty place '
  'of its own does not start, because it would not see the files of the others.';

grant select, insert, update (place) on files_place to sandali_app;

create table file_copies (
  source text not null,
  target text not null,
  -- A subfolder such as 'pictures/08', or 'trash'.
  part text not null check (part ~ '^[a-z]+(/[0-9a-f]{2})?$'),
  files integer not null check (files >= 0),
  -- `copied_at` is wall time.
  copied_at timestamptz not null,
  primary key (source, target, part)
);
comment on table file_copies is
  'The subfolders that files move has copied from one place to another.';

grant select, insert, delete on file_copies to sandali_app;

create table held_sweeps (
  -- For example 'pictures/08': a folder, and the first of its subfolders that were swept.
  place text primary key check (place ~ '^[a-z]+(/[0-9a-f]{2})?$'),
  reason text not null check (reason in ('tooMany', 'stranger')),
  files integer not null check (files > 0),
  -- `held_at` is wall time.
  held_at timestamptz not null
);
comment on table held_sweeps is
  'Sweeps for orphaned files that deleted nothing, because they would have deleted more than a '
  'hundredth, or because the folder belongs to another installation. The next successful sweep '
  'deletes the row.';

grant select, insert, update, delete on held_sweeps to sandali_app;

create table failing_jobs (
  name text primary key check (length(name) between 1 and 60),
  -- The wall time of the first failure since the last success.
  since timestamptz not null,
  reason text not null check (length(reason) between 1 and 500)
);
comment on table failing_jobs is
  'Parts of regular jobs whose last run failed, on any server, with the error of that run. A '
  'success deletes the row.';

grant select, insert, update (reason), delete on failing_jobs to sandali_app;

create table failing_items (
  -- The kind of item that the step handles, in the singular: 'payout'.
  kind text not null check (length(kind) between 1 and 60),
  item text not null check (length(item) between 1 and 200),
  -- The wall time of the first failure since the last success, and of the latest failure.
  since timestamptz not null,
  failed_at timestamptz not null check (failed_at >= since),
  -- By this time, an item that is still due has been attempted again.
  counts_until timestamptz not null,
  -- Whether every item of that pass failed.
  is_whole_look boolean not null,
  reason text not null check (length(reason) between 1 and 500),
  primary key (kind, item)
);
comment on table failing_items is
  'Items on which a step of the worker or a regular job failed, with the latest error. A success '
  'deletes the row.';

create index failing_items_by_end on failing_items (counts_until);

grant select, insert, update (failed_at, counts_until, is_whole_look, reason),
  delete on failing_items to sandali_app;

create table write_probe (
  id uuid primary key,
  written_at timestamptz not null
);
comment on table write_probe is
  'Always empty. To check that the database accepts writes, /readyz inserts a row and deletes it in '
  'the same transaction.';

grant select, insert, delete on write_probe to sandali_app;

-- Lets a server check that it knows the migrations of this database.
grant select on migrations to sandali_app;
