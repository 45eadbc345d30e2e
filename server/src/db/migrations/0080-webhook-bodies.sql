-- What a gateway sent word for word names people. It is a hint alone: what it told of was fetched from the gateway and stands in payouts, receipts and statement
-- lines. So its words go after a while; that the event came, about what and when, stays for good.

create function inbox_events_only_lose_their_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.raw = '' and (to_jsonb(new) - 'raw') = (to_jsonb(old) - 'raw')
    and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
    return new;
  end if;
  raise exception 'what a gateway sent is never changed or deleted' using errcode = 'restrict_violation';
end $$;
drop trigger inbox_events_stay on inbox_events;
create trigger inbox_events_stay before update or delete on inbox_events for each row execute function inbox_events_only_lose_their_words();

create index inbox_events_with_words on inbox_events (received_at) where raw <> '';

-- Forgets the words of events that came before an instant and wait for nothing, at most so many. The role that serves may do it in no other way.
create function forget_webhook_words(before timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  forgotten integer;
begin
  update inbox_events set raw = '' where id in (
    select e.id from inbox_events e where e.received_at < before and e.raw <> ''
      and not exists (select from inbox_work w where w.inbox_id = e.id) order by e.received_at limit most);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
revoke all on function forget_webhook_words(timestamptz, integer) from public;
grant execute on function forget_webhook_words(timestamptz, integer) to sandali_app;
