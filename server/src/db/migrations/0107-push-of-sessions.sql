-- A browser is told of a borrower's bills only where they are logged in on its device: a subscription under a device id that somebody has made up would
-- outlive every session.
create function push_belongs_to_a_session() returns trigger language plpgsql as $$
begin
  if not exists (select from sessions where borrower_id = new.borrower_id and device_id = new.device_id and ended_at is null) then
    raise exception 'a browser is told where its borrower is logged in' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger push_belongs_to_a_session before insert on push_subscriptions for each row execute function push_belongs_to_a_session();

delete from push_subscriptions p
  where not exists (select from sessions s where s.borrower_id = p.borrower_id and s.device_id = p.device_id and s.ended_at is null);
