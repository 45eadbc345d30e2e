-- Messages to people. There is no kind for references except the one plain notice, so nothing else can ever be sent to them.

create table messages (
  id uuid primary key,
  borrower_id uuid references borrowers,
  kind text not null,
  to_sealed bytea not null,
  to_hash bytea not null,
  text_sealed bytea not null,
  -- Business time, as the borrower lives it.
  queued_at timestamptz not null,
  -- Real time from which it is not worth sending any more (codes); null for what stays true.
  ends_at timestamptz,
  attempts integer not null default 0,
  sent_at timestamptz,
  -- Set when it was too late to send it.
  dropped_at timestamptz,
  gateway text,
  gateway_id text,
  -- Why the last attempt failed, in the gateway's words.
  failure text,
  check (sent_at is null or dropped_at is null)
);
create index messages_of_borrower on messages (borrower_id, queued_at desc);

-- The sandbox's outbox: what would have been sent, readable on /sandbox. Empty in production, where no program writes it.
create table sandbox_messages (
  id bigint generated always as identity primary key,
  message_id uuid not null unique,
  phone text not null,
  text text not null,
  sent_at timestamptz not null
);

grant select, insert, update on messages to sandali_app;
grant select, insert, delete on sandbox_messages to sandali_app;
grant usage on all sequences in schema public to sandali_app;
