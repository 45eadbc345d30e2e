-- What the law holds of an account that its owner wants deleted goes when the hold is over: five years after its last loan was closed. Sums, days and the
-- books stay, under an id that is nobody's.

-- Deletions that wait for the end of the hold: their words are still there.
create index data_requests_held on data_requests (borrower_id) where kind = 'deletion' and outcome is distinct from 'refused' and words_sealed is not null;

-- What stands on a loan and names somebody is never changed or deleted, but with its account.
create function goes_with_its_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_erased(old.borrower_id) then return old; end if;
  raise exception '% rows are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger signed_texts_stay on signed_texts;
create trigger signed_texts_stay before update or delete on signed_texts for each row execute function goes_with_its_account();
drop trigger extension_texts_stay on extension_texts;
create trigger extension_texts_stay before update or delete on extension_texts for each row execute function goes_with_its_account();
drop trigger overdue_calls_stay on overdue_calls;
create trigger overdue_calls_stay before update or delete on overdue_calls for each row execute function goes_with_its_account();
drop trigger reminders_stay on reminders;
create trigger reminders_stay before delete on reminders for each row execute function goes_with_its_account();

create or replace function payout_state_moves() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.subject_id, new.borrower_id, new.amount_centavos, new.channel)
     is distinct from (old.id, old.kind, old.subject_id, old.borrower_id, old.amount_centavos, old.channel)
     or new.receiver_sealed is distinct from old.receiver_sealed and not (new.receiver_sealed = '' and is_erased(old.borrower_id)) then
    raise exception 'a payout keeps its reference, amount and receiver' using errcode = 'restrict_violation';
  end if;
  if new.state = old.state then return new; end if;
  if not (case old.state
    when 'ready' then new.state in ('sent', 'failed', 'cancelled')
    when 'sent' then new.state in ('paid', 'failed', 'unknown')
    when 'unknown' then new.state in ('paid', 'failed')
    when 'paid' then new.state in ('reversed')
    else false end) then
    raise exception 'a payout does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function payout_account_changes() returns trigger language plpgsql as $$
begin
  if is_erased(old.borrower_id) and new.number_sealed = '' and new.owner_name_sealed = '' then return new; end if;
  if (new.id, new.borrower_id, new.kind, new.provider_id, new.owner_name_sealed, new.number_sealed, new.number_hash, new.last4, new.added_at)
     is distinct from
     (old.id, old.borrower_id, old.kind, old.provider_id, old.owner_name_sealed, old.number_sealed, old.number_hash, old.last4, old.added_at) then
    raise exception 'a payout account keeps its number and its owner' using errcode = 'restrict_violation';
  end if;
  if old.removed_at is not null and new.removed_at is distinct from old.removed_at then
    raise exception 'a payout account that is gone does not come back' using errcode = 'restrict_violation';
  end if;
  if old.removed_at is null and new.removed_at is not null and (
    exists (select 1 from loans l where l.account_id = new.id and l.state in ('submitting', 'approving', 'paying', 'bankProcessing'))
    or exists (select 1 from refunds f where f.account_id = new.id and f.state = 'ordered')) then
    raise exception 'money is on its way to this payout account' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A coupon that a loan used, and a request that a growth names, say a sum and a day alone.
create or replace function vouchers_go_with_their_account() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from vouchers v where v.borrower_id = new.id and not exists (select from voucher_uses u where u.voucher_id = v.id)
    and not exists (select from quotes q where q.voucher_id = v.id);
  return null;
end $$;
create or replace function forget_line_history() returns trigger language plpgsql as $$
begin
  delete from line_changes where borrower_id = new.id;
  delete from quota_requests r where r.borrower_id = new.id and not exists (select from line_growths g where g.request_id = r.id);
  return null;
end $$;

-- Empties an account, whatever asked for it, and gives back the names of its picture files. For the functions of the owner alone.
create function empty_account(who uuid, at timestamptz, phone text) returns setof text
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  number_hash bytea;
begin
  select b.phone_hash into number_hash from borrowers b where b.id = who and b.erased_at is null for update;
  if not found then
    raise exception 'there is no account % to erase', who using errcode = 'restrict_violation';
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
  delete from quotes q where q.borrower_id = who and not exists (select from loans l where l.quote_id = q.id);
  -- One to which a loan or a refund went is named by it, and stays empty.
  delete from payout_accounts a where a.borrower_id = who and not exists (select from loans l where l.account_id = a.id)
    and not exists (select from quotes q where q.account_id = a.id) and not exists (select from refunds f where f.account_id = a.id);
  update payout_accounts set owner_name_sealed = '', number_sealed = '', number_hash = uuid_send(id), last4 = '0000', phone_sealed = '' where borrower_id = who;
  update payouts set receiver_sealed = '', withdrawal_code_sealed = null where borrower_id = who;
  delete from signed_texts where borrower_id = who;
  delete from extension_texts where borrower_id = who;
  delete from overdue_calls where borrower_id = who;
  delete from calendar_entries where borrower_id = who;
  delete from reminders where borrower_id = who;
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
  delete from sandbox_people p where p.phone = empty_account.phone;
  update sms_challenges set borrower_id = null where borrower_id = who;
  delete from attributions where borrower_id = who;
  delete from phone_changes where borrower_id = who;
  delete from passkey_challenges where borrower_id = who;
  delete from passkeys where borrower_id = who;
  delete from known_devices where borrower_id = who;
  delete from sessions where borrower_id = who;
end $$;
revoke all on function empty_account(uuid, timestamptz, text) from public;

create or replace function erase_borrower(who uuid, at timestamptz, phone text) returns setof text
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform 1 from borrowers b where b.id = who for update;
  if exists (select 1 from loans l where l.borrower_id = who) or exists (select 1 from ledger_entries e where e.borrower_id = who)
    or exists (select 1 from payouts p where p.borrower_id = who) or exists (select 1 from repayment_codes c where c.borrower_id = who) then
    raise exception 'an account with a loan is kept as the law asks' using errcode = 'restrict_violation';
  end if;
  return query select empty_account(who, at, phone);
end $$;

-- Whether the law still holds the records of an account on a Manila day: something is open, or was signed, settled or moved less than five years ago.
create function is_held_by_law(who uuid, on_day date) returns boolean language sql stable set search_path = pg_catalog, public as $$
  select exists (select from loans l where l.borrower_id = who and (l.state in ('submitting', 'approving', 'paying', 'bankProcessing')
      or ((l.signed_at at time zone 'Asia/Manila')::date + interval '5 years')::date >= on_day
      or exists (select from loan_changes c where c.loan_id = l.id and ((c.at at time zone 'Asia/Manila')::date + interval '5 years')::date >= on_day)))
    or exists (select from bills b where b.borrower_id = who and (b.settled_at is null
      or ((b.settled_at at time zone 'Asia/Manila')::date + interval '5 years')::date >= on_day))
    or exists (select from refunds f where f.borrower_id = who and f.state = 'ordered')
$$;

create function erase_held_borrower(who uuid, at timestamptz, phone text) returns setof text
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform 1 from borrowers b where b.id = who for update;
  if not exists (select from data_requests r where r.borrower_id = who and r.kind = 'deletion' and r.outcome is distinct from 'refused') then
    raise exception 'nobody asked for this account to be deleted' using errcode = 'restrict_violation';
  end if;
  if is_held_by_law(who, (at at time zone 'Asia/Manila')::date) then
    raise exception 'an account with a loan is kept as the law asks' using errcode = 'restrict_violation';
  end if;
  return query select empty_account(who, at, phone);
end $$;
revoke all on function erase_held_borrower(uuid, timestamptz, text) from public;
grant execute on function erase_held_borrower(uuid, timestamptz, text), is_held_by_law(uuid, date) to sandali_app;
