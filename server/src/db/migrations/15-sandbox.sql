-- Tables that only the sandbox writes; empty in production.

create table sandbox_people (
  number integer primary key,
  name text not null,
  phone text not null unique,
  password text not null,
  story text not null
);
comment on table sandbox_people is
  'The sandbox''s seeded people, so that every start can print them again.';

grant select, insert on sandbox_people to sandali_app;

create table sandbox_seeding (
  singleton boolean primary key default true check (singleton),
  ends_at timestamptz not null
);
comment on table sandbox_seeding is 'The business time at which the seeding of the sandbox ends.';

grant select, insert on sandbox_seeding to sandali_app;

create table sandbox_messages (
  id bigint generated always as identity primary key,
  message_id uuid not null unique,
  phone text not null,
  text text not null,
  sent_at timestamptz not null
);
comment on table sandbox_messages is
  'The sandbox''s outbox: messages as they would have been sent, shown on /sandbox.';

grant select, insert, delete on sandbox_messages to sandali_app;
grant usage on sequence sandbox_messages_id_seq to sandali_app;

create table sandbox_pushes (
  message_id uuid not null,
  browser bytea not null,
  body text not null,
  opens text not null,
  sent_at timestamptz not null,
  primary key (message_id, browser)
);
comment on table sandbox_pushes is 'Push notifications as they would have been shown on a phone.';

grant select, insert, delete on sandbox_pushes to sandali_app;
