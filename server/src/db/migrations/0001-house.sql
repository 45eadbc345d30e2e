-- What every slice stands on: settings, audit, the sandbox's clock, idempotent writes, the envelope's replay memory, budgets.
-- Two roles: the owner runs this file; sandali_app serves. Rows that must never change are not granted for change, and a trigger says so again.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;

create table settings (
  name text primary key check (name ~ '^[a-zA-Z][a-zA-Z0-9.]{0,79}$'),
  value jsonb not null,
  version bigint not null default 1,
  changed_at timestamptz not null,
  changed_by text not null
);

create table audit_rows (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  who text not null,
  act text not null,
  subject text,
  reason text,
  detail jsonb not null default '{}'
);
create trigger audit_rows_stay before update or delete on audit_rows for each row execute function refuse_change();
create trigger audit_rows_stay_whole before truncate on audit_rows for each statement execute function refuse_change();

-- Business time is wall time plus this offset; only the sandbox moves it, and only forward.
create table business_clock (
  is_only boolean primary key default true check (is_only),
  offset_ms bigint not null check (offset_ms >= 0)
);

-- One row a write, for good: what was asked (hash), what was answered (code and ids, never a body).
create table writes (
  scope text not null,
  request_id uuid not null,
  call text not null,
  input_hash bytea not null,
  code text not null,
  ids jsonb not null default '{}',
  made_at timestamptz not null,
  primary key (scope, request_id)
);

create table seen_envelopes (
  enc_hash bytea primary key,
  seen_at timestamptz not null
);
create index seen_envelopes_by_time on seen_envelopes (seen_at);

-- Counters of a window: one statement takes from a budget and tells whether it was there.
create table budgets (
  name text not null,
  window_start timestamptz not null,
  used integer not null check (used >= 0),
  primary key (name, window_start)
);
create index budgets_by_time on budgets (window_start);

grant select, insert, update on settings to sandali_app;
grant select, insert on audit_rows to sandali_app;
grant select, insert, update on business_clock to sandali_app;
grant select, insert, update on writes to sandali_app;
grant select, insert, delete on seen_envelopes to sandali_app;
grant select, insert, update, delete on budgets to sandali_app;
