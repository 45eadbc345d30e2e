-- What people ask about their data (RA 10173), the consents with their dates, and the one way in which an account is erased.

-- Which texts somebody accepted, and when first. The account itself names the newest.
create table agreement_acceptances (
  borrower_id uuid not null references borrowers,
  version text not null,
  accepted_at timestamptz not null,
  primary key (borrower_id, version)
);
insert into agreement_acceptances (borrower_id, version, accepted_at) select id, agreement_version, registered_at from borrowers;

-- Consents that were taken back. That one was given follows from what lies in the application.
create table consent_withdrawals (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  kind text not null check (kind in ('facebookPage')),
  withdrawn_at timestamptz not null
);
create index consent_withdrawals_of_borrower on consent_withdrawals (borrower_id, withdrawn_at desc);

create table data_requests (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  kind text not null check (kind in ('correction', 'deletion', 'withdrawal')),
  -- Null once the account was erased.
  words_sealed bytea,
  -- Business time, and the Manila day by which it must be answered.
  asked_at timestamptz not null,
  due_on date not null,
  answered_at timestamptz,
  outcome text check (outcome in ('done', 'refused')),
  answer_sealed bytea,
  answered_by text,
  check ((answered_at is null) = (outcome is null) and (answered_at is null) = (answered_by is null)),
  check (answered_at is not null or answer_sealed is null)
);
create unique index data_requests_open on data_requests (borrower_id, kind) where answered_at is null;
create index data_requests_of_borrower on data_requests (borrower_id, asked_at desc);
create index data_requests_due on data_requests (due_on) where answered_at is null;

-- When an account was erased: what stays of its row is an id without a person.
alter table borrowers add column erased_at timestamptz;
alter table credit_applications add column erased_at timestamptz;
-- A submitted application is complete until it is erased, and empty from then on.
alter table credit_applications drop constraint credit_applications_check;
alter table credit_applications add constraint credit_applications_whole_or_erased check (case
  when erased_at is not null then personal_sealed is null and contacts_sealed is null and work_sealed is null and identity_sealed is null
    and id_number_hash is null and device_id is null and front_picture_id is null and selfie_picture_id is null
  when submitted_at is not null then personal_sealed is not null and contacts_sealed is not null and work_sealed is not null
    and identity_sealed is not null and id_number_hash is not null and front_picture_id is not null
    and selfie_picture_id is not null and review_from is not null and answer_by is not null
  else true end);

create function is_erased(who uuid) returns boolean language sql stable as $$
  select exists (select 1 from borrowers where id = who and erased_at is not null)
$$;

-- Only the owner's function erases, once, and nothing comes back.
create function borrowers_are_erased_once() returns trigger language plpgsql as $$
begin
  if old.erased_at is not null then
    raise exception 'an erased account stays as it is' using errcode = 'restrict_violation';
  end if;
  if new.erased_at is not null and current_user <> (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
    raise exception 'accounts are erased by erase_borrower alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger borrowers_are_erased_once before update on borrowers for each row execute function borrowers_are_erased_once();

-- An erased account takes nothing in: whatever was under way while it was erased waits here for the erasing, and then fails.
create function belongs_to_somebody() returns trigger language plpgsql as $$
begin
  if new.borrower_id is not null then
    perform 1 from borrowers where id = new.borrower_id and erased_at is null for key share;
    if not found then
      raise exception 'nothing is added to an account that is not there' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
create trigger agreement_acceptances_of_somebody before insert on agreement_acceptances for each row execute function belongs_to_somebody();
create trigger consent_withdrawals_of_somebody before insert on consent_withdrawals for each row execute function belongs_to_somebody();
create trigger credit_applications_of_somebody before insert on credit_applications for each row execute function belongs_to_somebody();
create trigger data_requests_of_somebody before insert on data_requests for each row execute function belongs_to_somebody();
create trigger feedback_of_somebody before insert on feedback for each row execute function belongs_to_somebody();
create trigger feedback_closings_of_somebody before insert on feedback_closings for each row execute function belongs_to_somebody();
create trigger messages_of_somebody before insert on messages for each row execute function belongs_to_somebody();
create trigger payout_accounts_of_somebody before insert on payout_accounts for each row execute function belongs_to_somebody();
create trigger pictures_of_somebody before insert on pictures for each row execute function belongs_to_somebody();
create trigger quotes_of_somebody before insert on quotes for each row execute function belongs_to_somebody();
create trigger attributions_of_somebody before insert on attributions for each row execute function belongs_to_somebody();
create trigger known_devices_of_somebody before insert on known_devices for each row execute function belongs_to_somebody();
create trigger passkeys_of_somebody before insert on passkeys for each row execute function belongs_to_somebody();
create trigger passkey_challenges_of_somebody before insert on passkey_challenges for each row execute function belongs_to_somebody();
create trigger phone_changes_of_somebody before insert on phone_changes for each row execute function belongs_to_somebody();
create trigger sessions_of_somebody before insert on sessions for each row execute function belongs_to_somebody();

-- A request keeps what was asked and when, and is answered once; only its words go, when the account is erased.
create function data_requests_are_answered_once() returns trigger language plpgsql as $$
begin
  if (new.id, new.borrower_id, new.kind, new.asked_at, new.due_on) is distinct from (old.id, old.borrower_id, old.kind, old.asked_at, old.due_on) then
    raise exception 'a request stays as it was asked' using errcode = 'restrict_violation';
  end if;
  if is_erased(old.borrower_id) and new.words_sealed is null and new.answer_sealed is null then return new; end if;
  if old.answered_at is not null or new.words_sealed is distinct from old.words_sealed then
    raise exception 'a request is answered once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger data_requests_are_answered_once before update on data_requests for each row execute function data_requests_are_answered_once();
create trigger data_requests_stay before delete on data_requests for each row execute function refuse_change();

-- Feedback is never changed, and goes only with its account.
create function feedback_goes_with_its_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_erased(old.borrower_id) then return old; end if;
  raise exception 'feedback is never changed or deleted' using errcode = 'restrict_violation';
end $$;
drop trigger feedback_stays on feedback;
create trigger feedback_stays before update or delete on feedback for each row execute function feedback_goes_with_its_account();

-- A change of number is never changed either, and goes only with its account.
create function phone_changes_go_with_their_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_erased(old.borrower_id) then return old; end if;
  raise exception 'a change of number is never changed or deleted' using errcode = 'restrict_violation';
end $$;
drop trigger phone_changes_stay on phone_changes;
create trigger phone_changes_stay before update or delete on phone_changes for each row execute function phone_changes_go_with_their_account();

-- Erases an account that never had a loan and that no review is looking at, and gives back the names of its picture files, whose rows are gone.
-- It runs as the owner: the role that serves may call it, and may do none of this in any other way.
-- What stays: the row of the account as an id without a person, decisions without the application they were made on, the trail, and which
-- requests were made and answered. Counts against misuse (budgets, code_counts, sms_challenges) end by themselves within two days.
create function erase_borrower(who uuid, at timestamptz, phone text) returns setof text
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  number_hash bytea;
begin
  select b.phone_hash into number_hash from borrowers b where b.id = who and b.erased_at is null for update;
  if not found then
    raise exception 'there is no account % to erase', who using errcode = 'restrict_violation';
  end if;
  if exists (select 1 from loans l where l.borrower_id = who) or exists (select 1 from ledger_entries e where e.borrower_id = who)
    or exists (select 1 from payouts p where p.borrower_id = who) or exists (select 1 from repayment_codes c where c.borrower_id = who) then
    raise exception 'an account with a loan is kept as the law asks' using errcode = 'restrict_violation';
  end if;
  if exists (select 1 from credit_applications a where a.borrower_id = who and a.submitted_at is not null
    and not exists (select 1 from credit_decisions d where d.application_id = a.id and d.outcome <> 'manual')) then
    raise exception 'an application is under review' using errcode = 'restrict_violation';
  end if;

  -- 16 bytes of our own id, where a hash of a number has 32: it finds nobody, and the number is free to register anew.
  update borrowers set phone_sealed = '', phone_hash = uuid_send(who), password_hash = null, name_sealed = null, first_name_sealed = null,
    locale = 'en', agreement_version = '', new_accounts_held_until = null, erased_at = at where id = who;
  return query select p.file_name from pictures p where p.borrower_id = who;

  delete from credit_reviews where application_id in (select a.id from credit_applications a where a.borrower_id = who);
  delete from credit_applications a where a.borrower_id = who
    and not exists (select 1 from credit_decisions d where d.application_id = a.id);
  update credit_applications set personal_sealed = null, contacts_sealed = null, work_sealed = null, identity_sealed = null,
    id_number_hash = null, device_id = null, front_picture_id = null, selfie_picture_id = null, erased_at = at where borrower_id = who;
  delete from pictures where borrower_id = who;
  delete from credit_lines where borrower_id = who;
  delete from quotes where borrower_id = who;
  delete from payout_accounts where borrower_id = who;
  delete from feedback where borrower_id = who;
  delete from feedback_closings where borrower_id = who;
  update data_requests set words_sealed = null, answer_sealed = null where borrower_id = who;
  delete from agreement_acceptances where borrower_id = who;
  delete from consent_withdrawals where borrower_id = who;

  delete from sandbox_messages s using messages m
    where s.message_id = m.id and (m.borrower_id = who or (m.borrower_id is null and m.to_hash = number_hash));
  delete from message_deliveries t using messages m
    where t.message_id = m.id and (m.borrower_id = who or (m.borrower_id is null and m.to_hash = number_hash));
  delete from message_tries t using messages m
    where t.message_id = m.id and (m.borrower_id = who or (m.borrower_id is null and m.to_hash = number_hash));
  delete from messages m where m.borrower_id = who or (m.borrower_id is null and m.to_hash = number_hash);
  delete from sandbox_people p where p.phone = erase_borrower.phone;
  update sms_challenges set borrower_id = null where borrower_id = who;
  delete from attributions where borrower_id = who;
  delete from phone_changes where borrower_id = who;
  delete from passkey_challenges where borrower_id = who;
  delete from passkeys where borrower_id = who;
  delete from known_devices where borrower_id = who;
  delete from sessions where borrower_id = who;
end $$;
revoke all on function erase_borrower(uuid, timestamptz, text) from public;
grant execute on function erase_borrower(uuid, timestamptz, text) to sandali_app;

grant select, insert on agreement_acceptances, consent_withdrawals to sandali_app;
grant select, insert, update (answered_at, outcome, answer_sealed, answered_by) on data_requests to sandali_app;
