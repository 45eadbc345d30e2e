-- One row that /readyz writes, to know whether the database takes writes at all.
create table write_probe (
  is_only boolean primary key default true check (is_only),
  written_at timestamptz not null
);
grant select, insert, update on write_probe to sandali_app;
