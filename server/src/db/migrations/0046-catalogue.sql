-- Product catalogues as they were lent from: a quote names one, and what a name stands for never changes.

create table catalogues (
  -- "<id> <version>", as quotes carry it.
  name text primary key,
  id text not null,
  version integer not null check (version > 0),
  content jsonb not null,
  -- The price rule that the catalogue was held against when it was first loaded.
  legal_rule text not null,
  loaded_at timestamptz not null,
  unique (id, version),
  check (name = id || ' ' || version),
  check (content ->> 'id' = id and (content ->> 'version')::integer = version)
);
create trigger catalogues_stay before update or delete on catalogues for each row execute function refuse_change();
create trigger catalogues_stay_whole before truncate on catalogues for each statement execute function refuse_change();

-- Quotes of a database that is older than this table name catalogues that nobody kept; every later one names a row.
alter table quotes add constraint quotes_catalogue_kept foreign key (catalogue) references catalogues not valid;

grant select, insert on catalogues to sandali_app;
