-- Notifications of the browser: the subscriptions of each borrower's devices, and messages that go this way.

-- One a device, at most five a person. It is there while the person is logged in on the device.
create table push_subscriptions (
  borrower_id uuid not null references borrowers,
  device_id text not null,
  slot integer not null check (slot between 1 and 5),
  -- The address and its keys: whoever has them could write to the browser.
  facts_sealed bytea not null,
  -- A browser belongs to whoever subscribed it last.
  endpoint_hash bytea not null unique,
  -- Real time.
  added_at timestamptz not null,
  primary key (borrower_id, device_id),
  unique (borrower_id, slot)
);
create index push_subscriptions_of_device on push_subscriptions (device_id);
create trigger push_subscriptions_of_somebody before insert on push_subscriptions for each row execute function belongs_to_somebody();

-- With the last session on a device its subscription goes: at the end of the transaction, as a new login there ends the session before it.
create function push_goes_with_its_session() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions p where p.borrower_id = new.borrower_id and p.device_id = new.device_id
    and not exists (select from sessions s where s.borrower_id = new.borrower_id and s.device_id = new.device_id and s.ended_at is null);
  return null;
end $$;
create constraint trigger push_goes_with_its_session after update of ended_at on sessions deferrable initially deferred for each row
  when (old.ended_at is null and new.ended_at is not null) execute function push_goes_with_its_session();
-- Whoever logs in on a device is not shown what is meant for somebody else.
create function push_leaves_a_device() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where device_id = new.device_id and borrower_id <> new.borrower_id;
  return null;
end $$;
create trigger push_leaves_a_device after insert on sessions for each row execute function push_leaves_a_device();

alter table messages
  add column channel text not null default 'sms' check (channel in ('sms', 'push')),
  -- The address in the program that a notification leads to.
  add column opens text check (opens like '/%' and opens not like '//%');

-- What would have been shown on a phone. Empty in production, where no program writes it.
create table sandbox_pushes (
  message_id uuid not null,
  browser bytea not null,
  body text not null,
  opens text not null,
  sent_at timestamptz not null,
  primary key (message_id, browser)
);

alter table reminder_settings drop constraint reminder_settings_channel_check;
alter table reminder_settings add constraint reminder_settings_channel_check check (channel in ('sms', 'push', 'none'));

create function forget_push() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where borrower_id = new.id;
  delete from sandbox_pushes where message_id in (select id from messages where borrower_id = new.id);
  return null;
end $$;
create trigger borrowers_forget_push after update of erased_at on borrowers for each row
  when (old.erased_at is null and new.erased_at is not null) execute function forget_push();

grant select, insert, delete on push_subscriptions to sandali_app;
grant select, insert, delete on sandbox_pushes to sandali_app;
