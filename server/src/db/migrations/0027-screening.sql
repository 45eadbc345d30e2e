-- Lists that applications are screened against. A list comes whole from a file and replaces the one before; what lies here of it are keyed hashes,
-- so that nobody's name, number or device can be read from them, and the line of the file, which stays with whoever keeps it.

create table screening_lists (
  id uuid primary key,
  list text not null check (list in ('blocklist', 'sanctions')),
  version integer not null check (version >= 1),
  -- Who made the list, and of which day it is, as the file says.
  source text not null check (length(source) between 1 and 200),
  listed_on date not null,
  -- SHA-256 of the file, by which it is known again.
  file_hash bytea not null check (length(file_hash) = 32),
  line_count integer not null check (line_count >= 0),
  -- Business time.
  imported_at timestamptz not null,
  imported_by text not null,
  unique (list, version)
);
create trigger screening_lists_stay before update or delete on screening_lists for each row execute function refuse_change();
create trigger screening_lists_stay_whole before truncate on screening_lists for each statement execute function refuse_change();

create table screening_entries (
  list_id uuid not null references screening_lists,
  key_hash bytea not null check (length(key_hash) = 32),
  -- Line of the file.
  line integer not null check (line >= 2),
  primary key (list_id, key_hash, line)
);

-- Entries are never changed, and go only when a newer version of their list is there.
create function screening_entries_go_with_their_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from screening_lists own join screening_lists newer on newer.list = own.list and newer.version > own.version where own.id = old.list_id
  ) then return old; end if;
  raise exception 'entries of a list in force are never changed or deleted' using errcode = 'restrict_violation';
end $$;
create trigger screening_entries_stay before update or delete on screening_entries
  for each row execute function screening_entries_go_with_their_version();
create trigger screening_entries_stay_whole before truncate on screening_entries for each statement execute function refuse_change();

-- Which versions of the lists a decision of the engine was made against; empty where a person decided.
alter table credit_decisions add column screened jsonb not null default '{}';

-- Who else used a device, and when.
create index credit_applications_by_device on credit_applications (device_id) where submitted_at is not null;
create index known_devices_by_device on known_devices (device_id);

grant select, insert on screening_lists to sandali_app;
grant select, insert, delete on screening_entries to sandali_app;
