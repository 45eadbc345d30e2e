-- What a gateway says became of a message that it took. It is asked a few times, further and further apart, until it knows.
create table message_deliveries (
  message_id uuid primary key references messages,
  state text not null default 'underway' check (state in ('underway', 'delivered', 'notDelivered', 'unknown')),
  asked integer not null default 0 check (asked >= 0),
  -- Real time of the next question; null once there is none.
  next_at timestamptz,
  -- Real time at which the state was heard, or given up.
  heard_at timestamptz,
  check ((state = 'underway') = (next_at is not null)),
  check ((state = 'underway') = (heard_at is null))
);
create index message_deliveries_due on message_deliveries (next_at) where next_at is not null;

create function message_deliveries_end_once() returns trigger language plpgsql as $$
begin
  raise exception 'what became of a message is heard once' using errcode = 'restrict_violation';
end $$;
create trigger message_deliveries_end_once before update on message_deliveries for each row
  when (old.state <> 'underway') execute function message_deliveries_end_once();

grant select, insert, update on message_deliveries to sandali_app;
