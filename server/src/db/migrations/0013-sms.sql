-- How the sending of a message stands, and every try at it, so that no gateway's silence can make a notice go out twice.

alter table messages
  add column state text not null default 'waiting'
    check (state in ('waiting', 'held', 'sending', 'sent', 'failed', 'unsure', 'dropped')),
  -- Business time at which a message that came at night goes out.
  add column held_until timestamptz,
  -- Real time until which a worker has it to itself.
  add column leased_until timestamptz;
update messages set state = case
  when sent_at is not null then 'sent'
  when dropped_at is not null then 'dropped'
  when failure is not null then 'failed'
  else 'waiting' end;
alter table messages
  add check ((state = 'sent') = (sent_at is not null)),
  add check ((state = 'dropped') = (dropped_at is not null)),
  add check ((state = 'held') = (held_until is not null)),
  add check ((state = 'sending') = (leased_until is not null)),
  add check (state <> 'sent' or (gateway is not null and gateway_id is not null));
create index messages_held on messages (held_until) where state = 'held';
create index messages_failed on messages (to_hash) where state = 'failed';

create function messages_end_once() returns trigger language plpgsql as $$
begin
  raise exception 'a message that is % stays so', old.state using errcode = 'restrict_violation';
end $$;
create trigger messages_end_once before update on messages for each row
  when (old.state in ('sent', 'unsure', 'dropped')) execute function messages_end_once();

-- Written before a gateway is asked; it gets its outcome once: taken, refused (nothing was sent), or unsure (it may have been sent).
create table message_tries (
  message_id uuid not null references messages,
  number integer not null check (number > 0),
  gateway text not null,
  -- Real time.
  asked_at timestamptz not null,
  answered_at timestamptz,
  outcome text check (outcome in ('taken', 'refused', 'unsure')),
  gateway_id text,
  -- For operators; neither number nor text.
  why text,
  primary key (message_id, number),
  check ((outcome is null) = (answered_at is null)),
  check ((gateway_id is not null) = (outcome is not null and outcome = 'taken'))
);
create unique index message_tries_taken_once on message_tries (message_id) where outcome = 'taken';

create function message_tries_are_answered_once() returns trigger language plpgsql as $$
begin
  if old.outcome is not null or new.outcome is null
    or (new.message_id, new.number, new.gateway, new.asked_at) is distinct from (old.message_id, old.number, old.gateway, old.asked_at) then
    raise exception 'a try is answered once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger message_tries_are_answered_once before update on message_tries for each row execute function message_tries_are_answered_once();

grant select, insert, update on message_tries to sandali_app;
