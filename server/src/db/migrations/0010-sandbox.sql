-- The sandbox's seeded people, so that every start can print them again, and the business time at which their making ends. Empty in production.

create table sandbox_people (
  number integer primary key,
  name text not null,
  phone text not null unique,
  password text not null,
  story text not null
);

create table sandbox_seeding (
  is_only boolean primary key default true check (is_only),
  ends_at timestamptz not null
);

grant select, insert on sandbox_people, sandbox_seeding to sandali_app;
-- What has been run here, so that a server can tell whether it knows this database.
grant select on migrations to sandali_app;
