-- Data requests, corrections, and the erasure of accounts.

create table data_requests (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  kind text not null check (kind in ('correction', 'deletion', 'withdrawal')),
  -- Null once the account is erased.
  text_sealed bytea,
  -- Business time, and the Manila day by which staff must answer.
  asked_at timestamptz not null,
  due_on date not null,
  answered_at timestamptz,
  outcome text check (outcome in ('done', 'refused')),
  answer_sealed bytea,
  answered_by text,
  -- The member of staff who works on it; set by the assignment's own trigger.
  assigned_to text,
  check ((answered_at is null) = (outcome is null)
    and (answered_at is null) = (answered_by is null)),
  check (answered_at is not null or answer_sealed is null)
);
comment on table data_requests is 'Requests about personal data (RA 10173), and the answers.';
create unique index data_requests_open on data_requests (borrower_id, kind)
  where answered_at is null;
create index data_requests_of_borrower on data_requests (borrower_id, asked_at desc);
create index data_requests_due on data_requests (due_on, id) where answered_at is null;
create index data_requests_due_of on data_requests (assigned_to, due_on, id)
  where answered_at is null;
-- Deletion requests that wait for the end of legal retention, processed in turn.
create index data_requests_held on data_requests (asked_at, id) where kind = 'deletion' and outcome
  is distinct from 'refused' and text_sealed is not null;
create trigger data_requests_need_an_account before insert on data_requests for each row
  execute function require_account();
comment on trigger data_requests_need_an_account on data_requests is
  'An erased account accepts no new rows.';

create function data_requests_are_answered_once() returns trigger language plpgsql as $$
begin
  if is_erased(old.borrower_id) and new.text_sealed is null and new.answer_sealed is null
    then return new; end if;
  raise exception 'a request can be answered only once' using errcode = 'restrict_violation';
end $$;
create trigger data_requests_are_answered_once before update on data_requests for each row
  when (old.answered_at is not null) execute function data_requests_are_answered_once();
comment on trigger data_requests_are_answered_once on data_requests is
  'A data request is answered once; erasing the account only removes its text.';
create function data_requests_are_seen() returns trigger language plpgsql as $$
begin
  perform must_have_seen('dataRequest', new.id, new.answered_by);
  return new;
end $$;
create trigger data_requests_are_seen before update on data_requests for each row
  when (old.answered_at is null and new.answered_at is not null
    and new.answered_by not in ('the borrower', 'retention'))
  execute function data_requests_are_seen();
comment on trigger data_requests_are_seen on data_requests is
  'Staff answer a request after looking at it. Erasure ends one without staff.';

grant select, insert, update (answered_at, outcome, answer_sealed, answered_by)
  on data_requests to sandali_app;

create table corrections (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  field text not null check (field in ('name', 'birthday', 'address', 'idNumber')),
  -- The number of the complaint, or the id of the data request, that provided the proof.
  case_no text not null check (length(case_no) between 3 and 40),
  value_sealed bytea not null,
  -- The replaced value; null until the correction is applied.
  previous_sealed bytea,
  -- `proposed_at` and `applied_at` are business time.
  proposed_at timestamptz not null,
  approval_id uuid unique references approvals,
  applied_at timestamptz check (applied_at >= proposed_at),
  check ((applied_at is null) = (previous_sealed is null)),
  -- One person may correct an address, because neither money nor identity depends on it.
  constraint corrections_of_two_people check ((field = 'address') = (approval_id is null)),
  constraint corrections_of_addresses_at_once check (field <> 'address' or applied_at is not null)
);
comment on table corrections is
  'Corrections with proof: staff correct what a person entered wrongly, two of them if it '
  'identifies the person. The proof is stored under the number of its case.';
create index corrections_of_borrower on corrections (borrower_id, proposed_at desc);
create trigger corrections_need_an_account before insert on corrections for each row
  execute function require_account();
comment on trigger corrections_need_an_account on corrections is
  'An erased account accepts no new rows.';

create function corrections_are_approved() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.approval_id is not null and (new.applied_at is not null
      or not exists (select from approvals a where a.id = new.approval_id and a.act = 'correction'
        and a.state = 'open')) then
      raise exception 'a correction must start as a proposal' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.applied_at is not null then
    raise exception 'a correction can be applied only once' using errcode = 'restrict_violation';
  end if;
  if new.applied_at is not null
    and not exists (select from approvals a where a.id = new.approval_id and a.state = 'confirmed'
      and a.confirmed_at = new.applied_at) then
    raise exception 'correcting identifying data needs two people'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger corrections_are_approved before insert or update on corrections for each row
  execute function corrections_are_approved();
comment on trigger corrections_are_approved on corrections is
  'Two people correct identifying data, once.';

grant select, insert, update (previous_sealed, applied_at) on corrections to sandali_app;

-- Empties an account and returns the names of its picture files. Only the owner's functions call
-- it.
create function empty_account(who uuid, at timestamptz, phone text) returns setof text
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  number_hash bytea;
begin
  select b.phone_hash into number_hash from borrowers b where b.id = who
    and b.erased_at is null for update;
  if not found then
    raise exception 'there is no account % to erase', who using errcode = 'restrict_violation';
  end if;
  if exists (select 1 from credit_applications a where a.borrower_id = who
    and a.submitted_at is not null
    and not exists (select 1 from credit_decisions d where d.application_id = a.id
      and d.outcome <> 'manual')) then
    raise exception 'an application is under review' using errcode = 'restrict_violation';
  end if;

  -- Store the 16 bytes of our id instead of a 32-byte hash. They match no number's hash, so the
  -- number can be registered again.
  update borrowers set phone_sealed = '', phone_hash = uuid_send(who), password_hash = null,
    name_sealed = null, first_name_sealed = null,
    locale = 'en', agreement_version = '', new_accounts_held_until = null, erased_at = at
      where id = who;
  return query select p.file_name from pictures p where p.borrower_id = who;

  delete from account_recoveries where borrower_id = who;
  delete from corrections where borrower_id = who;
  delete from case_assignments where borrower_id = who;
  delete from credit_drafts where borrower_id = who;
  delete from named_references where borrower_id = who;
  delete from borrower_name_keys where borrower_id = who;
  delete from rejection_notices where borrower_id = who;
  update disputes set text_sealed = null, answer_sealed = null,
    answered_at = coalesce(answered_at, at), outcome = coalesce(outcome, 'declined'),
      answered_by = coalesce(answered_by, 'the borrower')
    where borrower_id = who;
  delete from complaint_pictures where borrower_id = who;
  delete from complaint_turns where borrower_id = who;
  update complaints set details_sealed = null,
    acknowledged_at = coalesce(acknowledged_at, at),
      acknowledged_by = coalesce(acknowledged_by, 'the borrower'),
    answered_at = coalesce(answered_at, at), answered_by = coalesce(answered_by, 'the borrower'),
    closed_at = coalesce(closed_at, at), closed_by = coalesce(closed_by, 'the borrower')
    where borrower_id = who;
  delete from feedback_answers where borrower_id = who;
  delete from limit_changes c where c.borrower_id = empty_account.who;
  -- Keep a limit request whose growth a loan earned, and a coupon that a loan used. They contain
  -- only an amount and a day.
  delete from limit_increase_requests r where r.borrower_id = who
    and not exists (select from earned_limit_increases g where g.request_id = r.id);
  delete from coupons c where c.borrower_id = who and not exists (select from coupon_redemptions u
    where u.coupon_id = c.id)
    and not exists (select from quotes q where q.coupon_id = c.id);
  delete from screening_matches where borrower_id = who;
  delete from line_holds where borrower_id = who;
  delete from line_screenings where borrower_id = who;
  delete from push_subscriptions where borrower_id = who;
  delete from sandbox_pushes where message_id in (select m.id from messages m
    where m.borrower_id = who);
  delete from reminder_settings where borrower_id = who;

  delete from credit_reviews where application_id in (select a.id from credit_applications a
    where a.borrower_id = who);
  delete from credit_applications a where a.borrower_id = who
    and not exists (select 1 from credit_decisions d where d.application_id = a.id);
  delete from review_calls c using credit_applications a where c.application_id = a.id
    and a.borrower_id = who;
  delete from picture_requests k using credit_applications a where k.application_id = a.id
    and a.borrower_id = who;
  update review_proposals p set reason_sealed = null from credit_applications a
    where p.application_id = a.id and a.borrower_id = who;
  update credit_applications set personal_sealed = null, contacts_sealed = null, work_sealed = null,
    identity_sealed = null,
    id_number_hash = null, device_id = null, front_picture_id = null, selfie_picture_id = null,
      erased_at = at where borrower_id = who;
  delete from pictures where borrower_id = who;
  delete from credit_lines where borrower_id = who;
  delete from quotes q where q.borrower_id = who
    and not exists (select from loans l where l.quote_id = q.id);
  -- Keep an account that received a loan or a refund as an empty row, because other rows reference
  -- it.
  delete from payout_accounts a where a.borrower_id = who
    and not exists (select from loans l where l.account_id = a.id)
    and not exists (select from quotes q where q.account_id = a.id)
      and not exists (select from refunds f where f.account_id = a.id);
  update payout_accounts set owner_name_sealed = '', number_sealed = '',
    number_hash = uuid_send(id), last4 = '0000', phone_sealed = '' where borrower_id = who;
  update payouts set receiver_sealed = '', withdrawal_code_sealed = null where borrower_id = who;
  update loans set receiver_label = '', receiver_last4 = '', receiver_mark = ''
    where borrower_id = who;
  update refunds set receiver_label = '', receiver_last4 = '0000', receiver_mark = ''
    where borrower_id = who;
  -- Reasons are free text by staff, which may name the borrower.
  update promises_to_pay set reason = 'erased' where borrower_id = who;
  delete from signed_agreements where borrower_id = who;
  delete from extension_disclosures where borrower_id = who;
  delete from plan_disclosures where borrower_id = who;
  delete from collection_calls where borrower_id = who;
  delete from calendar_entries where borrower_id = who;
  delete from reminders where borrower_id = who;
  delete from feedback where borrower_id = who;
  delete from feedback_dismissals where borrower_id = who;
  update data_requests set text_sealed = null, answer_sealed = null where borrower_id = who;
  delete from agreement_acceptances where borrower_id = who;
  delete from consent_withdrawals where borrower_id = who;

  delete from sandbox_messages s using messages m
    where s.message_id = m.id
      and (m.borrower_id = who or (m.borrower_id is null and m.to_hash = number_hash));
  delete from message_deliveries t using messages m
    where t.message_id = m.id
      and (m.borrower_id = who or (m.borrower_id is null and m.to_hash = number_hash));
  delete from message_attempts t using messages m
    where t.message_id = m.id
      and (m.borrower_id = who or (m.borrower_id is null and m.to_hash = number_hash));
  delete from messages m where m.borrower_id = who
    or (m.borrower_id is null and m.to_hash = number_hash);
  delete from sandbox_people p where p.phone = empty_account.phone;
  delete from code_attempts t using sms_challenges c
    where c.borrower_id = who and t.phone_hash = c.phone_hash and t.purpose = c.purpose
      and t.device_id = 'session:' || who;
  update sms_challenges set borrower_id = null, counted_on = replace(counted_on, who::text, '')
    where borrower_id = who;
  delete from attributions where borrower_id = who;
  delete from phone_changes where borrower_id = who;
  delete from passkey_challenges where borrower_id = who;
  delete from passkeys where borrower_id = who;
  delete from trusted_devices where borrower_id = who;
  delete from sessions where borrower_id = who;
  -- Delete the account's own counters. Counters for its number and networks have keyed hashes and
  -- expire (docs/decisions/0009).
  delete from rate_limits where name = any (array(
    select kind || who
      from unnest(array['complaintTurns:', 'complaints:', 'data ', 'documents:', 'export:',
      'feedback ', 'idDigits:', 'idNumber:', 'idNumberTries:',
      'password:', 'paymentCodes ', 'pictures:', 'quotes ', 'receipts:', 'refusals:b:',
        'statement:']) kind
    union all select 'sms:session:' || who || part from unnest(array[':hour', ':day']) part));
end $$;
revoke all on function empty_account(uuid, timestamptz, text) from public;

-- Erases an account without a loan or a review, and returns the names of its picture files. The
-- serving role cannot erase an account in any other way. An empty account row, decisions, the trail
-- and answered requests stay; counters by keyed hash expire within three days.
create function erase_borrower(who uuid, at timestamptz, phone text) returns setof text
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform 1 from borrowers b where b.id = who for update;
  -- Codes exist only for open bills, so an account with a code has a loan.
  if exists (select 1 from loans l where l.borrower_id = who)
    or exists (select 1 from ledger_entries e where e.borrower_id = who)
    or exists (select 1 from payouts p where p.borrower_id = who)
      or exists (select 1 from repayment_codes c where c.borrower_id = who) then
    raise exception 'the law requires keeping an account with a loan'
      using errcode = 'restrict_violation';
  end if;
  return query select empty_account(who, at, phone);
end $$;
revoke all on function erase_borrower(uuid, timestamptz, text) from public;
grant execute on function erase_borrower(uuid, timestamptz, text) to sandali_app;

-- Whether the law requires us to keep an account on a Manila day: for an open matter, a balance of
-- a peso or more, or activity within the years of the rule recordsKeptYears. Less than a peso
-- cannot be sent, so it does not count. `offset 0` looks the rule up once.
create function is_held_by_law(who uuid, on_day date) returns boolean language sql stable
  set search_path = pg_catalog, public as $$
  select exists (select from loans l where l.borrower_id = who
    and (l.state = any (states_before('loan', 'success'))
      or ((l.signed_at at time zone 'Asia/Manila')::date + kept.years)::date >= on_day
      or exists (select from loan_state_changes c where c.loan_id = l.id
        and ((c.at at time zone 'Asia/Manila')::date + kept.years)::date >= on_day)))
    or exists (select from bills b where b.borrower_id = who and (b.settled_at is null
      or ((b.settled_at at time zone 'Asia/Manila')::date + kept.years)::date >= on_day))
    or exists (select from refunds f where f.borrower_id = who and f.state = 'ordered')
    or exists (select from ledger_entries e where e.borrower_id = who
      and (e.booked_on + kept.years)::date >= on_day)
    or exists (select from ledger_accounts a where a.owner_id = who
      and a.kind = 'borrower.refundable' and a.balance_centavos not between -99 and 0)
  from (select make_interval(years => rule('recordsKeptYears', on_day)) as years offset 0) kept
$$;
grant execute on function is_held_by_law(uuid, date) to sandali_app;

create function erase_held_borrower(who uuid, at timestamptz, phone text) returns setof text
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform 1 from borrowers b where b.id = who for update;
  if not exists (select from data_requests r where r.borrower_id = who and r.kind = 'deletion'
    and r.outcome is distinct from 'refused') then
    raise exception 'no deletion of this account was requested'
      using errcode = 'restrict_violation';
  end if;
  if is_held_by_law(who, (at at time zone 'Asia/Manila')::date) then
    raise exception 'the law requires keeping an account with a loan'
      using errcode = 'restrict_violation';
  end if;
  return query select empty_account(who, at, phone);
end $$;
revoke all on function erase_held_borrower(uuid, timestamptz, text) from public;
grant execute on function erase_held_borrower(uuid, timestamptz, text) to sandali_app;
