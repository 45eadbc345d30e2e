-- What stands around the erasing of an account: the wait after a refusal, which a new account would not have, and the message that tells of it.

create function borrowers_wait_out_a_refusal() returns trigger language plpgsql as $$
begin
  if exists (select 1 from credit_applications a join credit_decisions d on d.application_id = a.id
    where a.borrower_id = new.id and d.resubmit_on > (new.erased_at at time zone 'Asia/Manila')::date) then
    raise exception 'an account that must still wait to apply again is kept until it may' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger borrowers_wait_out_a_refusal before update on borrowers for each row
  when (old.erased_at is null and new.erased_at is not null) execute function borrowers_wait_out_a_refusal();

-- The message that an account was deleted belongs to no account, and is written after the erasing. It goes by itself, sent or not.
create index messages_farewells on messages (queued_at) where kind = 'accountDeleted';

create function forget_farewells(before timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  ids uuid[];
begin
  select coalesce(array_agg(m.id), '{}') into ids from messages m where m.kind = 'accountDeleted' and m.queued_at < before;
  delete from sandbox_messages s where s.message_id = any (ids);
  delete from message_deliveries d where d.message_id = any (ids);
  delete from message_tries t where t.message_id = any (ids);
  delete from messages m where m.id = any (ids);
end $$;
revoke all on function forget_farewells(timestamptz) from public;
grant execute on function forget_farewells(timestamptz) to sandali_app;

-- What the trail says of itself when a batch does not hold, for /readyz to find at once.
create index audit_rows_breaks on audit_rows (id) where act = 'trailBroken';
