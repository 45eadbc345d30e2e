-- Which master key seals this database: a keyed hash of a fixed text, so that a start with another key is noticed. At most one row.
create table key_fingerprints (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null check (length(fingerprint) = 32),
  kept_at timestamptz not null
);
create trigger key_fingerprints_stay before update or delete on key_fingerprints for each row execute function refuse_change();

grant select, insert on key_fingerprints to sandali_app;
