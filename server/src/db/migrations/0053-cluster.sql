-- Which cluster and timeline the last start saw: another one at the next start means that the database was restored.

create table cluster_seen (
  is_only boolean primary key default true check (is_only),
  name text not null,
  seen_at timestamptz not null
);
grant select, insert, update on cluster_seen to sandali_app;
