-- Borrowers, how they sign in, and the check that keeps an erased account empty.

create table borrowers (
  id uuid primary key,
  phone_sealed bytea not null,
  phone_hash bytea not null unique,
  password_hash text,
  name_sealed bytea,
  first_name_sealed bytea,
  agreement_version text not null,
  locale text not null,
  registered_at timestamptz not null,
  -- After a password reset from an unknown device, no payout account can be added until this
  -- instant (business time). The number may have a new owner, and the previous one gets time to
  -- notice.
  new_accounts_held_until timestamptz,
  -- When the account was erased, which leaves only an id without a person.
  erased_at timestamptz
);
comment on table borrowers is
  'Borrowers. Phone numbers are sealed and found by a keyed hash. Names are known once personal '
  'information is saved.';

create function borrowers_are_erased_once() returns trigger language plpgsql as $$
begin
  raise exception 'an erased account never changes' using errcode = 'restrict_violation';
end $$;
create trigger borrowers_are_erased_once before update on borrowers for each row
  when (old.erased_at is not null) execute function borrowers_are_erased_once();
comment on trigger borrowers_are_erased_once on borrowers is
  'An account is erased once, by functions of the owner, and is never restored.';

grant select, insert, update (password_hash, name_sealed, first_name_sealed, agreement_version,
  locale, new_accounts_held_until) on borrowers to sandali_app;

create function is_erased(who uuid) returns boolean language sql stable as $$
  select exists (select 1 from borrowers where id = who and erased_at is not null)
$$;

-- An erased account does not accept new rows: a concurrent insert waits here for the erasure and
-- then fails.
create function require_account() returns trigger language plpgsql as $$
begin
  if new.borrower_id is not null then
    perform 1 from borrowers where id = new.borrower_id and erased_at is null for key share;
    if not found then
      raise exception 'this account is erased or unknown'
        using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;

create table agreement_acceptances (
  borrower_id uuid not null references borrowers,
  version text not null,
  accepted_at timestamptz not null,
  primary key (borrower_id, version)
);
comment on table agreement_acceptances is
  'The agreements a borrower accepted, and when they first did. The account itself names the '
  'latest.';
create trigger agreement_acceptances_need_an_account before insert on agreement_acceptances
  for each row execute function require_account();
comment on trigger agreement_acceptances_need_an_account on agreement_acceptances is
  'An erased account accepts no new rows.';

grant select, insert on agreement_acceptances to sandali_app;

create table consent_withdrawals (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  kind text not null check (kind in ('facebookPage')),
  withdrawn_at timestamptz not null
);
comment on table consent_withdrawals is
  'Withdrawn consents. The consent itself follows from the application.';
create index consent_withdrawals_of_borrower
  on consent_withdrawals (borrower_id, withdrawn_at desc);
create trigger consent_withdrawals_need_an_account before insert on consent_withdrawals for each row
  execute function require_account();
comment on trigger consent_withdrawals_need_an_account on consent_withdrawals is
  'An erased account accepts no new rows.';

grant select, insert on consent_withdrawals to sandali_app;

create table sessions (
  token_hash bytea primary key,
  borrower_id uuid not null references borrowers,
  device_id text not null,
  -- The request that opened the session. If that request is repeated, the token expires and a new
  -- one is issued.
  opened_under uuid not null,
  opened_at timestamptz not null,
  last_seen_at timestamptz not null,
  proven_at timestamptz,
  ended_at timestamptz,
  -- The kind of browser that opened the session, from the request's headers; the full user agent is
  -- not stored.
  browser text not null default 'other'
    check (browser in ('app', 'chrome', 'edge', 'facebook', 'firefox', 'opera', 'safari', 'samsung',
      'other')),
  system text not null default 'other'
    check (system in ('android', 'chromeos', 'ios', 'linux', 'mac', 'windows', 'other'))
);
comment on table sessions is 'Logins: the hash of a token, on a device of a borrower.';
create index sessions_of_borrower on sessions (borrower_id) where ended_at is null;
create index sessions_of_device on sessions (borrower_id, device_id);
create index sessions_by_end on sessions (ended_at) where ended_at is not null;
create index sessions_by_opening on sessions (opened_at) where ended_at is null;
create trigger sessions_need_an_account before insert on sessions for each row
  execute function require_account();
comment on trigger sessions_need_an_account on sessions is 'An erased account accepts no new rows.';

-- Deletes up to `most` sessions that ended before the given instant. The serving role has no other
-- way to delete sessions, so it cannot delete open ones. A session also ends after 30 days
-- (`sessionLifeMs`). @returns the number deleted
create function forget_sessions(before timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  forgotten integer;
begin
  update sessions set ended_at = opened_at + interval '30 days'
    where token_hash in (select s.token_hash from sessions s
    where s.ended_at is null and s.opened_at < before - interval '30 days' order by s.opened_at
      limit most);
  delete from sessions where token_hash in (select s.token_hash from sessions s where s.ended_at <
    before order by s.ended_at limit most);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
revoke all on function forget_sessions(timestamptz, integer) from public;
grant execute on function forget_sessions(timestamptz, integer) to sandali_app;

grant select, insert, update on sessions to sandali_app;

create table trusted_devices (
  borrower_id uuid not null references borrowers,
  device_id text not null,
  -- `trusted_at` is wall time.
  trusted_at timestamptz not null,
  primary key (borrower_id, device_id)
);
comment on table trusted_devices is
  'Devices on which a borrower has proved their identity by more than a password. A password login '
  'on any other device also asks for a code. A row is deleted when the borrower logs out other '
  'devices or gets a new password; the device must then be proved again.';
create index trusted_devices_by_device on trusted_devices (device_id);
create trigger trusted_devices_need_an_account before insert on trusted_devices for each row
  execute function require_account();
comment on trigger trusted_devices_need_an_account on trusted_devices is
  'An erased account accepts no new rows.';

grant select, insert, delete on trusted_devices to sandali_app;

create table sms_challenges (
  id uuid primary key,
  phone_hash bytea not null,
  purpose text not null,
  device_id text not null,
  borrower_id uuid references borrowers,
  code_hash bytea not null,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  used_at timestamptz,
  -- The key under which wrong attempts are counted; for a stranger, their device.
  counted_on text not null default '',
  -- Whether a message was sent. If others have used up the number's codes, none is sent, and the
  -- caller does not learn this.
  is_sent boolean not null default true,
  -- The keyed hash of the requesting address, if the request came over a network.
  address_hash bytea,
  -- Until when the requesting device may open an account after a correct sign-up code, because the
  -- password follows later. In wall time.
  proves_until timestamptz
    check (proves_until is null or (used_at is not null and purpose = 'register'
    and borrower_id is null))
);
comment on table sms_challenges is
  'A code is bound to a number, a purpose and this row, and works once. Wrong attempts are counted '
  'in code_attempts.';
create index sms_challenges_of_number on sms_challenges (phone_hash, made_at desc);
create index sms_challenges_of_address on sms_challenges (address_hash, made_at desc)
  where address_hash is not null;
create index sms_challenges_by_end on sms_challenges (ends_at);
create index sms_challenges_of_borrower on sms_challenges (borrower_id)
  where borrower_id is not null;
-- A code requested in a session is counted for that borrower, and a code requested after a correct
-- password for that device. Captchas and the minimum interval between codes depend on one such
-- count.
create index sms_challenges_by_count on sms_challenges (phone_hash, counted_on, made_at desc);
-- Finds the codes sent and used within an hour, for an alarm to operators.
create index sms_challenges_by_time on sms_challenges (made_at);

grant select, insert, delete, update on sms_challenges to sandali_app;

create table code_attempts (
  phone_hash bytea not null,
  purpose text not null,
  device_id text not null,
  tries integer not null check (tries between 0 and 5),
  ends_at timestamptz not null,
  primary key (phone_hash, purpose, device_id)
);
comment on table code_attempts is
  'Wrong attempts at codes per number, purpose and caller. Clients choose their device id, so '
  'attempts are bounded by the codes sent to a number: five for each.';

create index code_attempts_by_end on code_attempts (ends_at);

grant select, insert, delete, update on code_attempts to sandali_app;

create table captchas (
  id uuid primary key,
  device_id text not null,
  answer_hash bytea not null,
  ends_at timestamptz not null,
  used_at timestamptz
);
comment on table captchas is
  'Captchas: pictures of digits with one answer each, for the device that was shown it.';
create index captchas_by_end on captchas (ends_at);

grant select, insert, delete, update on captchas to sandali_app;

create table password_proofs (
  phone_hash bytea not null,
  device_id text not null,
  ends_at timestamptz not null,
  primary key (phone_hash, device_id)
);
comment on table password_proofs is
  'A correct password on an unknown device rules out strangers, so for some minutes the code of '
  'that login has separate limits. The number is a keyed hash, as in '
  'code_attempts; rows are deleted two days after they end.';
create index password_proofs_by_end on password_proofs (ends_at);

grant select, insert, delete, update on password_proofs to sandali_app;

create table passkeys (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null,
  counter bigint not null check (counter between 0 and 4294967295),
  transports text[] not null,
  is_backed_up boolean not null,
  browser text not null
    check (browser in ('app', 'chrome', 'edge', 'facebook', 'firefox', 'opera', 'safari', 'samsung',
    'other')),
  system text not null
    check (system in ('android', 'chromeos', 'ios', 'linux', 'mac', 'windows', 'other')),
  added_at timestamptz not null,
  last_used_at timestamptz check (last_used_at >= added_at),
  removed_at timestamptz check (removed_at >= added_at)
);
comment on table passkeys is
  'Passkeys (WebAuthn): public keys of borrowers'' devices. `counter` is the use count that the '
  'device last reported; most always report 0. A smaller count than before reveals a copied key. '
  'All instants are real time.';
create index passkeys_of_borrower on passkeys (borrower_id);

create function passkeys_are_valid() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if (select count(*) from passkeys where borrower_id = new.borrower_id
      and removed_at is null) >= 10 then
      raise exception 'a borrower keeps at most ten passkeys';
    end if;
    return new;
  end if;
  if old.removed_at is not null then
    raise exception 'a removed passkey never changes';
  end if;
  if new.counter < old.counter then
    raise exception 'the counter of a passkey never decreases';
  end if;
  return new;
end $$;
create trigger passkeys_are_valid before insert or update on passkeys for each row
  execute function passkeys_are_valid();
comment on trigger passkeys_are_valid on passkeys is
  'A borrower has at most ten passkeys. A passkey''s counter never decreases, and a removed one '
  'stays removed.';
create trigger passkeys_need_an_account before insert on passkeys for each row
  execute function require_account();
comment on trigger passkeys_need_an_account on passkeys is 'An erased account accepts no new rows.';

grant select, insert, update (counter, is_backed_up, last_used_at, removed_at)
  on passkeys to sandali_app;

create table passkey_challenges (
  id uuid primary key,
  challenge bytea not null check (octet_length(challenge) = 32),
  purpose text not null check (purpose in ('add', 'newDevice', 'bankAccount')),
  device_id text not null,
  borrower_id uuid references borrowers,
  about_hash bytea,
  ends_at timestamptz not null,
  used_at timestamptz,
  check ((borrower_id is null) = (purpose = 'newDevice')),
  check ((about_hash is not null) = (purpose = 'bankAccount'))
);
comment on table passkey_challenges is
  'The challenge that a passkey signs: 32 random bytes, valid once, for one device, one purpose '
  'and, if someone is logged in, that borrower. `about_hash` binds an answer to what it allows: '
  'the keyed hash of an account number.';
create index passkey_challenges_by_end on passkey_challenges (ends_at);
create trigger passkey_challenges_need_an_account before insert on passkey_challenges for each row
  execute function require_account();
comment on trigger passkey_challenges_need_an_account on passkey_challenges is
  'An erased account accepts no new rows.';

grant select, insert, delete, update on passkey_challenges to sandali_app;

create table attributions (
  borrower_id uuid primary key references borrowers,
  details_sealed bytea not null,
  consented_at timestamptz not null
);
comment on table attributions is
  'The advertisement that brought a borrower, sent at sign-up by a native shell with their consent '
  '(docs/integrators/protocol.md): sealed, at most one row per borrower, deleted when they '
  'withdraw that consent.';
create trigger attributions_need_an_account before insert on attributions for each row
  execute function require_account();
comment on trigger attributions_need_an_account on attributions is
  'An erased account accepts no new rows.';

grant select, insert, delete on attributions to sandali_app;

create table phone_changes (
  borrower_id uuid not null references borrowers,
  number integer not null check (number > 0),
  changed_on date not null,
  changed_at timestamptz not null,
  method text not null check (method in ('code', 'idNumber', 'recovery')),
  -- The previous number, sealed, so that staff can return a stolen account to its owner.
  old_phone_sealed bytea not null,
  primary key (borrower_id, number)
);
comment on table phone_changes is
  'Changes of phone numbers, numbered per borrower: two concurrent changes would be the same row, '
  'and the trigger compares each change with the previous one, so that the database enforces the '
  'days between them (Manila days of business time).';

create function phone_changes_wait() returns trigger language plpgsql as $$
begin
  if new.number > 1 and not exists (
    select from phone_changes
    where borrower_id = new.borrower_id and number = new.number - 1
      and changed_on + rule('phoneChangeDays', new.changed_on) <= new.changed_on
  ) then
    raise exception 'a number can change only once in % days',
      rule('phoneChangeDays', new.changed_on) using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger phone_changes_wait before insert on phone_changes for each row
  execute function phone_changes_wait();
comment on trigger phone_changes_wait on phone_changes is
  'A number changes at most once in the days of the rule phoneChangeDays.';
create trigger phone_changes_need_an_account before insert on phone_changes for each row
  execute function require_account();
comment on trigger phone_changes_need_an_account on phone_changes is
  'An erased account accepts no new rows.';

create function phone_changes_are_approved() returns trigger language plpgsql as $$
begin
  if not exists (select from account_recoveries r join borrowers b on b.id = r.borrower_id
    and b.phone_hash = r.new_phone_hash
    where r.borrower_id = new.borrower_id and r.ended_at is null
      and r.effective_from <= new.changed_at) then
    raise exception
      'a recovery can change the number only to the approved one, after its waiting period'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger phone_changes_are_approved before insert on phone_changes for each row
  when (new.method = 'recovery')
  execute function phone_changes_are_approved();
comment on trigger phone_changes_are_approved on phone_changes is
  'A recovery sets only the approved number, after the waiting period.';

grant select on phone_changes to sandali_app;

-- Updates the number and records the change. A trigger compares each change with the previous one.
create function change_phone(who uuid, new_sealed bytea, new_hash bytea, at timestamptz, day date,
  by_way text, old_sealed bytea) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update borrowers set phone_sealed = new_sealed, phone_hash = new_hash where id = who
    and erased_at is null;
  if not found then raise exception 'a number needs an account that is not erased'
    using errcode = 'restrict_violation'; end if;
  insert into phone_changes (borrower_id, number, changed_on, changed_at, method, old_phone_sealed)
    values (who, (select coalesce(max(number), 0) + 1 from phone_changes where borrower_id = who),
      day, at, by_way, old_sealed);
end $$;
revoke all on function change_phone(uuid, bytea, bytea, timestamptz, date, text, bytea) from public;
grant execute on function change_phone(uuid, bytea, bytea, timestamptz, date, text,
  bytea) to sandali_app;

create table account_recoveries (
  id uuid primary key,
  -- Null if the number and the ID match no account. The caller gets the same response, and no
  -- reviewer sees the recovery.
  borrower_id uuid references borrowers,
  -- The device that began the recovery, and the only one that can continue it.
  device_id text not null,
  locale text not null,
  new_phone_sealed bytea not null,
  new_phone_hash bytea not null check (length(new_phone_hash) = 32),
  -- Business time, like all instants here.
  begun_at timestamptz not null,
  -- When the recovery was submitted with both pictures.
  asked_at timestamptz check (asked_at >= begun_at),
  -- For a recovery without an account: when it is refused, a random time in working hours, so that
  -- the refusal looks like a reviewer's.
  refused_from timestamptz,
  approval_id uuid unique references approvals,
  approved_at timestamptz,
  effective_from timestamptz,
  ended_at timestamptz check (ended_at >= begun_at),
  ended_as text check (ended_as in ('done', 'refused', 'stopped', 'overtaken')),
  check (approval_id is null or (asked_at is not null and borrower_id is not null)),
  check ((refused_from is not null) = (asked_at is not null and borrower_id is null)),
  check (approved_at is null or approval_id is not null),
  check ((approved_at is null) = (effective_from is null)),
  check ((ended_at is null) = (ended_as is null)),
  constraint account_recoveries_done_after_the_wait
    check (ended_as <> 'done' or (effective_from is not null and ended_at >= effective_from))
);
comment on table account_recoveries is
  'Recoveries of accounts whose phone and SIM are lost: the person shows their ID and face, two '
  'people compare them, and the number changes after a waiting period.';
create index account_recoveries_of_borrower on account_recoveries (borrower_id, begun_at desc)
  where borrower_id is not null;
create index account_recoveries_open on account_recoveries (begun_at) where ended_at is null;
-- Staff list the recoveries of accounts, the oldest first.
create index account_recoveries_to_answer on account_recoveries (begun_at, id)
  where ended_at is null and asked_at is not null and borrower_id is not null;
create index account_recoveries_of_nobody on account_recoveries (ended_at) where borrower_id is null
  and ended_at is not null;
-- At most one submitted recovery per new number, and one approved recovery per account.
create unique index account_recoveries_of_number on account_recoveries (new_phone_hash)
  where asked_at is not null and ended_at is null;
create unique index account_recoveries_approved on account_recoveries (borrower_id)
  where approved_at is not null and ended_at is null;
create trigger account_recoveries_need_an_account before insert on account_recoveries for each row
  execute function require_account();
comment on trigger account_recoveries_need_an_account on account_recoveries is
  'An erased account accepts no new rows.';

create function account_recoveries_proceed() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null
    or old.asked_at is not null and new.asked_at is distinct from old.asked_at
    or old.approved_at is not null and (new.approval_id, new.approved_at, new.effective_from)
      is distinct from (old.approval_id, old.approved_at, old.effective_from) then
    raise exception 'a submitted or approved recovery never changes, and can end only once'
      using errcode = 'restrict_violation';
  end if;
  if old.asked_at is null and new.asked_at is not null
    and (select count(*) from account_recovery_pictures p where p.recovery_id = new.id
      and p.deleted_at is null) <> 2 then
    raise exception 'a recovery can be submitted only with both pictures'
      using errcode = 'restrict_violation';
  end if;
  if new.approval_id is distinct from old.approval_id
    and (exists (select from approvals a where a.id = old.approval_id and a.state <> 'dropped')
    or not exists (select from approvals a where a.id = new.approval_id and a.act = 'recovery'
      and a.state = 'open')) then
    raise exception 'a recovery needs its own open proposal'
      using errcode = 'restrict_violation';
  end if;
  if new.approval_id is distinct from old.approval_id or new.approved_at
    is distinct from old.approved_at then
    perform must_have_seen('recovery', old.id, coalesce(a.confirmed_by, a.proposed_by))
      from approvals a where a.id = new.approval_id;
  end if;
  if old.approved_at is null and new.approved_at is not null
    and not exists (select from approvals a where a.id = new.approval_id and a.state = 'confirmed'
      and a.confirmed_at = new.approved_at) then
    raise exception 'approving a recovery needs two people' using errcode = 'restrict_violation';
  end if;
  if new.approved_at is distinct from old.approved_at
    and new.effective_from <> new.approved_at + make_interval(hours => rule('recoveryHoldHours',
      (new.approved_at at time zone 'Asia/Manila')::date)) then
    raise exception 'an approved recovery must wait exactly recoveryHoldHours'
      using errcode = 'restrict_violation';
  end if;
  if new.ended_as = 'done'
    and not exists (select from phone_changes c where c.borrower_id = new.borrower_id
    and c.method = 'recovery'
    and c.changed_at = new.ended_at) then
    raise exception 'a recovery is done only after its number has changed'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger account_recoveries_proceed before update on account_recoveries for each row
  execute function account_recoveries_proceed();
comment on trigger account_recoveries_proceed on account_recoveries is
  'A recovery is submitted with both pictures, approved by two people, completed by its change of '
  'number, and ends once.';

create function account_recoveries_are_deleted_late() returns trigger language plpgsql as $$
begin
  if is_erased(old.borrower_id) or old.asked_at is null
    or (old.borrower_id is null and old.ended_at is not null) then return old; end if;
  raise exception 'a submitted recovery can be deleted only with its account'
    using errcode = 'restrict_violation';
end $$;
create trigger account_recoveries_are_deleted_late before delete on account_recoveries for each row
  execute function account_recoveries_are_deleted_late();
comment on trigger account_recoveries_are_deleted_late on account_recoveries is
  'A submitted recovery is deleted with its account, or after its end if it fits no account.';

grant select, insert (id, borrower_id, device_id, locale, new_phone_sealed, new_phone_hash,
  begun_at), delete,
  update (asked_at, refused_from, approval_id, approved_at, effective_from, ended_at, ended_as)
    on account_recoveries to sandali_app;

create table account_recovery_pictures (
  recovery_id uuid not null references account_recoveries on delete cascade,
  purpose text not null check (purpose in ('idFront', 'selfie')),
  file_name text not null unique,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  size_bytes integer not null check (size_bytes > 0),
  uploaded_at timestamptz not null,
  deleted_at timestamptz,
  primary key (recovery_id, purpose)
);
comment on table account_recovery_pictures is 'The pictures of ID and face of a recovery.';

create index account_recovery_pictures_kept on account_recovery_pictures (uploaded_at)
  where deleted_at is null;

grant select, insert, update (file_name, width, height, size_bytes, uploaded_at, deleted_at)
  on account_recovery_pictures to sandali_app;
