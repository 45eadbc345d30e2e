-- What was told of a refusal, and the way to have a person look again; the one notice to a reference, and the way out for them.

-- RA 9510: the reason of a refusal as it was told, and when.
create table refusal_reasons (
  decision_id uuid primary key references credit_decisions,
  borrower_id uuid not null references borrowers,
  reason_group text not null,
  locale text not null,
  words text not null,
  -- Business time.
  told_at timestamptz not null
);

create table disputes (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  decision_id uuid not null references credit_decisions,
  -- Null once the account was erased.
  words_sealed bytea,
  -- Business time, and the Manila day by which it must be answered.
  asked_at timestamptz not null,
  due_on date not null,
  answered_at timestamptz,
  outcome text check (outcome in ('upheld', 'declined')),
  answer_sealed bytea,
  answered_by text,
  check ((answered_at is null) = (outcome is null) and (answered_at is null) = (answered_by is null)),
  check (answered_at is not null or answer_sealed is null)
);
-- One dispute of a decision is open at a time.
create unique index disputes_open on disputes (decision_id) where answered_at is null;
create index disputes_of_borrower on disputes (borrower_id, asked_at desc);
create index disputes_due on disputes (due_on) where answered_at is null;

create function disputes_are_answered_once() returns trigger language plpgsql as $$
begin
  if (new.id, new.borrower_id, new.decision_id, new.asked_at, new.due_on) is distinct from
    (old.id, old.borrower_id, old.decision_id, old.asked_at, old.due_on) then
    raise exception 'a dispute stays as it was asked' using errcode = 'restrict_violation';
  end if;
  if is_erased(old.borrower_id) and new.words_sealed is null and new.answer_sealed is null then return new; end if;
  if old.answered_at is not null or new.words_sealed is distinct from old.words_sealed then
    raise exception 'a dispute is answered once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger disputes_are_answered_once before update on disputes for each row execute function disputes_are_answered_once();
create trigger disputes_stay before delete on disputes for each row execute function refuse_change();
create trigger refusal_reasons_stay before update or delete on refusal_reasons for each row execute function lines_go_with_their_account();
create trigger refusal_reasons_of_somebody before insert on refusal_reasons for each row execute function belongs_to_somebody();
create trigger disputes_of_somebody before insert on disputes for each row execute function belongs_to_somebody();

create function forget_refusals() returns trigger language plpgsql as $$
begin
  delete from refusal_reasons where borrower_id = new.id;
  update disputes set words_sealed = null, answer_sealed = null,
    answered_at = coalesce(answered_at, new.erased_at), outcome = coalesce(outcome, 'declined'), answered_by = coalesce(answered_by, 'the borrower')
    where borrower_id = new.id;
  return null;
end $$;
create trigger borrowers_forget_refusals after update of erased_at on borrowers for each row
  when (old.erased_at is null and new.erased_at is not null) execute function forget_refusals();

grant select, insert on refusal_reasons, disputes to sandali_app;
grant update (answered_at, outcome, answer_sealed, answered_by) on disputes to sandali_app;

-- The application in which a reference was named. Only the one plain notice has it, and a notice of any other kind to that number must be
-- to a borrower whose own number it is, so nothing else can be sent to a reference.
alter table messages add column contact_of uuid references credit_applications;
alter table messages add constraint messages_to_contacts_are_notices check ((kind = 'contactNotice') = (contact_of is not null));
-- Once a reference and application.
create unique index messages_once_a_contact on messages (contact_of, to_hash) where contact_of is not null;
create index messages_to_contact on messages (to_hash) where contact_of is not null;

create function messages_spare_contacts() returns trigger language plpgsql as $$
begin
  if new.kind = 'contactNotice' and exists (select from removed_contacts where phone_hash = new.to_hash) then
    raise exception 'whoever wants to be no reference is sent nothing' using errcode = 'restrict_violation';
  end if;
  -- Codes go to whoever asks for one; the number that was left, and that of an account that is gone, are told so.
  if new.kind like 'code.%' or new.kind in ('contactNotice', 'phoneChangedFrom', 'accountDeleted') then return new; end if;
  if exists (select from messages where to_hash = new.to_hash and contact_of is not null)
    and not exists (select from borrowers where id = new.borrower_id and phone_hash = new.to_hash) then
    raise exception 'a reference is sent one plain notice and nothing else' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger messages_spare_contacts before insert or update of to_hash, kind on messages for each row execute function messages_spare_contacts();

-- Numbers whose owners want to be no reference: by keyed hash alone.
create table removed_contacts (
  phone_hash bytea primary key,
  removed_at timestamptz not null,
  removed_by text not null
);
create trigger removed_contacts_stay before update or delete on removed_contacts for each row execute function refuse_change();

-- Takes a reference's number out of the messages, sent or not. The role that serves may call it, and may delete no message in any other way.
create function forget_contact(hash bytea) returns void language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from sandbox_messages s using messages m where s.message_id = m.id and m.to_hash = hash and m.contact_of is not null;
  delete from message_deliveries d using messages m where d.message_id = m.id and m.to_hash = hash and m.contact_of is not null;
  delete from message_tries t using messages m where t.message_id = m.id and m.to_hash = hash and m.contact_of is not null;
  delete from messages m where m.to_hash = hash and m.contact_of is not null;
end $$;
revoke all on function forget_contact(bytea) from public;
grant execute on function forget_contact(bytea) to sandali_app;
grant select, insert on removed_contacts to sandali_app;

-- A picture is deleted only while no application needs it, and an application is sent only with pictures that are kept: whoever is second, of
-- two at once, waits for the other and sees what it did.
create function applications_have_their_pictures() returns trigger language plpgsql as $$
declare
  picture uuid;
begin
  foreach picture in array array[new.front_picture_id, new.selfie_picture_id] loop
    perform 1 from pictures where id = picture and deleted_at is null for share;
    if picture is not null and not found then
      raise exception 'the picture of an application is deleted' using errcode = 'restrict_violation';
    end if;
  end loop;
  return new;
end $$;
create trigger applications_have_their_pictures before update of front_picture_id, selfie_picture_id on credit_applications
  for each row when (new.front_picture_id is not null) execute function applications_have_their_pictures();

create function pictures_in_need_stay() returns trigger language plpgsql as $$
begin
  if exists (select from credit_applications a where new.id in (a.front_picture_id, a.selfie_picture_id)
    and not exists (select from credit_decisions d where d.application_id = a.id and d.outcome = 'rejected')) then
    raise exception 'an application needs this picture' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger pictures_in_need_stay before update of deleted_at on pictures
  for each row when (new.deleted_at is not null) execute function pictures_in_need_stay();
