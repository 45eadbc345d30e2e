-- Whom a borrower has named as a reference in an application that was sent, by keyed hash: from here whoever wants to be none is found, and none is told
-- twice.
create table named_contacts (
  borrower_id uuid not null references borrowers,
  phone_hash bytea not null,
  primary key (borrower_id, phone_hash)
);
create index named_contacts_by_number on named_contacts (phone_hash);
create trigger named_contacts_stay before update on named_contacts for each row execute function refuse_change();
create trigger named_contacts_of_somebody before insert on named_contacts for each row execute function belongs_to_somebody();
grant select, insert on named_contacts to sandali_app;

insert into named_contacts (borrower_id, phone_hash)
  select distinct borrower_id, to_hash from messages where contact_of is not null and borrower_id is not null;

create function forget_named_contacts() returns trigger language plpgsql as $$
begin
  delete from named_contacts where borrower_id = new.id;
  return new;
end $$;
create trigger borrowers_forget_named_contacts after update of erased_at on borrowers for each row
  when (old.erased_at is null and new.erased_at is not null) execute function forget_named_contacts();

create or replace function forget_contact(hash bytea) returns void language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from sandbox_messages s using messages m where s.message_id = m.id and m.to_hash = hash and m.contact_of is not null;
  delete from message_deliveries d using messages m where d.message_id = m.id and m.to_hash = hash and m.contact_of is not null;
  delete from message_tries t using messages m where t.message_id = m.id and m.to_hash = hash and m.contact_of is not null;
  delete from messages m where m.to_hash = hash and m.contact_of is not null;
  delete from named_contacts where phone_hash = hash;
end $$;

-- Who was named hears of it after the review has said yes to whoever named them, and not before: else anybody could have us write to three strangers.
create function messages_to_contacts_follow_a_yes() returns trigger language plpgsql as $$
begin
  if not exists (select from credit_decisions where application_id = new.contact_of and outcome = 'approved') then
    raise exception 'a reference is told of an approved application only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger messages_to_contacts_follow_a_yes before insert on messages for each row
  when (new.contact_of is not null) execute function messages_to_contacts_follow_a_yes();
