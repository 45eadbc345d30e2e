-- The devices on which a borrower has shown who they are by more than a password. A login by password on any other one asks for a code as well.
-- A row is deleted when the borrower has others logged out or gets another password: then the device must be shown to be theirs again.
create table known_devices (
  borrower_id uuid not null references borrowers,
  device_id text not null,
  -- Real time.
  known_at timestamptz not null,
  primary key (borrower_id, device_id)
);
insert into known_devices (borrower_id, device_id, known_at)
  select borrower_id, device_id, min(opened_at) from sessions group by borrower_id, device_id;

-- What a session was opened with, judged from the request that opened it: only the kind, never the whole of what a browser says about itself.
alter table sessions
  add column browser text not null default 'other'
    check (browser in ('app', 'chrome', 'edge', 'facebook', 'firefox', 'opera', 'safari', 'samsung', 'other')),
  add column system text not null default 'other'
    check (system in ('android', 'chromeos', 'ios', 'linux', 'mac', 'windows', 'other'));

grant select, insert, delete on known_devices to sandali_app;
