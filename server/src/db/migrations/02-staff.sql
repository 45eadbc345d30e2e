-- Keys of staff, and acts that need two approvers.

create table staff_keys (
  id uuid primary key,
  name text not null check (name ~ '^[a-z][a-z0-9.-]{1,39}$' and name <> 'local'),
  roles staff_roles not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- `made_at` is wall time.
  made_at timestamptz not null,
  made_by text not null,
  ended_at timestamptz,
  ended_by text,
  -- The key that created this one; null if the machine's own key did.
  maker_id uuid references staff_keys,
  -- `added_at` is business time.
  added_at timestamptz not null,
  -- Whether this is one of the first two keys that the machine's own key created. These may confirm
  -- without waiting for a day.
  is_first boolean not null default false,
  approval_id uuid unique,
  check ((ended_at is null) = (ended_by is null)),
  constraint staff_keys_of_another check (maker_id <> id),
  constraint staff_keys_first_by_machine check (not is_first or maker_id is null)
);
comment on table staff_keys is
  'Keys of staff. Only the SHA-256 of a key is stored; a revoked key is never reactivated.';
create unique index staff_keys_one_a_person on staff_keys (name) where ended_at is null;

create function staff_keys_end_once() returns trigger language plpgsql as $$
begin
  raise exception 'a key can end only once' using errcode = 'restrict_violation';
end $$;
create trigger staff_keys_end_once before update on staff_keys for each row
  when (old.ended_at is not null) execute function staff_keys_end_once();
comment on trigger staff_keys_end_once on staff_keys is 'A revoked key is never reactivated.';

create function staff_keys_have_a_maker() returns trigger language plpgsql as $$
begin
  if new.maker_id is null then
    if new.made_by not like 'local:%' or new.approval_id is not null then
      raise exception 'the key needs a maker' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if not exists (select from staff_key_proposals p join approvals a on a.id = p.approval_id
    where p.approval_id = new.approval_id
      and a.confirmed_at is not null and a.proposed_key_id = new.maker_id
        and a.proposed_by = new.made_by
      and (p.name, p.roles, p.token_hash) = (new.name, new.roles, new.token_hash)) then
    raise exception 'adding a key needs two people' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger staff_keys_have_a_maker before insert on staff_keys for each row
  execute function staff_keys_have_a_maker();
comment on trigger staff_keys_have_a_maker on staff_keys is
  'A new key has an approval by two people, or is one of the first two of the installation.';

grant select, update (ended_at, ended_by) on staff_keys to sandali_app;

-- How long a staff key is valid after it was made or renewed.
create function staff_key_life() returns interval language sql immutable as $$
  select interval '180 days'
$$;

create table staff_key_renewals (
  token_hash bytea primary key check (length(token_hash) = 32),
  key_id uuid not null references staff_keys,
  -- Wall time, like `used_at`, the first use, until which the previous key is valid.
  made_at timestamptz not null,
  used_at timestamptz
);
comment on table staff_key_renewals is
  'Keys that replaced a person''s first key. Only their SHA-256 is stored.';
create index staff_key_renewals_of_key on staff_key_renewals (key_id);
grant select, update (used_at) on staff_key_renewals to sandali_app;

create function staff_key_renewals_used_once() returns trigger language plpgsql as $$
begin
  raise exception 'a key has one first use' using errcode = 'restrict_violation';
end $$;
create trigger staff_key_renewals_used_once before update on staff_key_renewals for each row
  when (old.used_at is not null) execute function staff_key_renewals_used_once();
comment on trigger staff_key_renewals_used_once on staff_key_renewals is
  'The first use of a key is recorded once.';

create table staff_passkeys (
  -- The preimage has a space and a line break, so no key of a command line has this hash.
  token_hash bytea primary key
    check (token_hash = sha256(convert_to(E'sandali passkey\n', 'UTF8') || credential_id
      || public_key)),
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null,
  user_handle bytea not null check (octet_length(user_handle) = 32),
  sign_count bigint not null check (sign_count between 0 and 4294967295),
  -- The name that the person asked for.
  name text not null check (name ~ '^[a-z][a-z0-9.-]{1,39}$' and name <> 'local'),
  -- Wall time.
  made_at timestamptz not null
);
comment on table staff_passkeys is
  'Passkeys that browsers made for the desk. Each is a key of staff once two people added its '
  'hash; one that nobody proposed is deleted after seven days.';
create index staff_passkeys_by_age on staff_passkeys (made_at);
create index staff_passkeys_of_name on staff_passkeys (name);
grant select, insert, delete, update (sign_count) on staff_passkeys to sandali_app;

create function staff_passkeys_count_up() returns trigger language plpgsql as $$
begin
  raise exception 'the counter of a passkey never decreases' using errcode = 'restrict_violation';
end $$;
create trigger staff_passkeys_count_up before update on staff_passkeys for each row
  when (new.sign_count < old.sign_count) execute function staff_passkeys_count_up();
comment on trigger staff_passkeys_count_up on staff_passkeys is
  'A smaller count than before reveals a copied passkey.';

create table staff_key_passkeys (
  token_hash bytea primary key references staff_passkeys,
  key_id uuid not null references staff_keys,
  -- `made_at` is wall time, and `added_at` business time.
  made_at timestamptz not null,
  added_at timestamptz not null,
  approval_id uuid not null unique
);
comment on table staff_key_passkeys is
  'Passkeys that two people added to the key of a person, besides the key that was added first.';
create index staff_key_passkeys_of_key on staff_key_passkeys (key_id);
grant select on staff_key_passkeys to sandali_app;

-- All keys that a person has had: the first key, its replacements and added passkeys.
create view staff_key_hashes as
  select h.*, h.made_at + staff_key_life() as ends_at,
    -- A key is valid until a newer one is used. An unused key is valid only if it is the newest.
    -- Nothing replaces a passkey.
    not exists (select from staff_passkeys p where p.token_hash = h.token_hash)
      and exists (select from staff_key_renewals n where n.key_id = h.key_id
        and n.made_at > h.made_at and (n.used_at is not null or h.used_at is null)) as is_replaced
  from (select id as key_id, token_hash, made_at, made_at as used_at from staff_keys
    union all select key_id, token_hash, made_at, used_at from staff_key_renewals
    union all select key_id, token_hash, made_at, made_at from staff_key_passkeys) h;
comment on view staff_key_hashes is
  'Each key of a person with its end, and whether a newer key has replaced it.';
grant select on staff_key_hashes to sandali_app;

-- When a person's newest key expires.
create function staff_key_ends_at(key uuid) returns timestamptz language sql stable as $$
  select max(ends_at) from staff_key_hashes where key_id = key
$$;

create table staff_suspensions (
  id uuid primary key,
  key_id uuid not null references staff_keys,
  suspended_by text not null,
  -- Null for the machine's own key.
  by_key_id uuid references staff_keys,
  -- `suspended_at` is wall time.
  suspended_at timestamptz not null,
  -- The decision by two people to reactivate or revoke the key.
  decision_id uuid unique
);
comment on table staff_suspensions is
  'Keys of staff that one person suspended. They stay suspended until two others decide.';
create unique index staff_suspensions_one_a_key on staff_suspensions (key_id)
  where decision_id is null;
create unique index staff_suspensions_one_a_person on staff_suspensions (suspended_by)
  where decision_id is null;
grant select, insert, update (decision_id) on staff_suspensions to sandali_app;

create function is_suspended(key uuid) returns boolean language sql stable as $$
  select exists (select from staff_suspensions where key_id = key and decision_id is null)
$$;

-- Whether a person may act with a key now. A null key is the machine's own key.
create function is_key_open(key uuid, of_name text) returns boolean language sql stable as $$
  select case when key is null then of_name like 'local:%'
    else exists (select from staff_keys k where k.id = key and k.name = of_name
      and k.ended_at is null and not is_suspended(k.id)) end
$$;

-- Returns the first key in the chain of keys that created a key.
create function root_of_key(key uuid) returns uuid language sql stable as $$
  with recursive line as (
    select id, maker_id from staff_keys where id = key
    union all select m.id, m.maker_id from staff_keys m join line on m.id = line.maker_id)
  select id from line where maker_id is null
$$;

create table approvals (
  id uuid primary key,
  act text not null constraint approvals_act_check
    check (act in ('staffKey', 'staffAccess', 'setting', 'payout', 'suspense', 'transfer', 'claim',
      'bill', 'break', 'limit', 'quota', 'lineHold', 'suspicion', 'recovery', 'correction',
      'files')),
  reason text check (length(reason) between 3 and 500),
  proposed_by text not null,
  -- Null for the machine's own key.
  proposed_key_id uuid references staff_keys,
  -- Business time, like all instants here.
  proposed_at timestamptz not null,
  expires_at timestamptz check (expires_at > proposed_at),
  confirmed_by text,
  confirmed_key_id uuid references staff_keys,
  confirmed_at timestamptz,
  dropped_at timestamptz,
  state text not null default 'open',
  dropped_by text,
  dropped_as text check (dropped_as in ('replaced', 'declined', 'lapsed', 'overtaken')),
  check ((confirmed_at is null) = (confirmed_by is null)),
  check (confirmed_at is null or dropped_at is null),
  check (confirmed_at between proposed_at and expires_at),
  check ((state = 'confirmed') = (confirmed_at is not null)),
  check ((state = 'dropped') = (dropped_at is not null)),
  check ((dropped_at is null) = (dropped_as is null)),
  -- No one declines their own proposal.
  check (dropped_as <> 'declined' or dropped_by <> proposed_by),
  constraint approvals_of_two_people check (confirmed_by <> proposed_by),
  unique (id, state)
);
comment on table approvals is
  'Approvals of acts that require two people. Who proposed and who confirmed, and their keys, are '
  'stored only here. The row of an act has the approval''s id, holds the decision, and follows the '
  'approval''s state.';
create index approvals_open on approvals (act, proposed_at, id) where state = 'open';

create function approvals_begin_with_a_key() returns trigger language plpgsql as $$
begin
  if not is_key_open(new.proposed_key_id, new.proposed_by) then
    raise exception 'proposing needs an active key' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger approvals_begin_with_a_key before insert on approvals for each row
  execute function approvals_begin_with_a_key();
comment on trigger approvals_begin_with_a_key on approvals is
  'A proposal is made with the proposer''s own active key.';

create trigger approvals_have_a_state before insert on approvals for each row
  execute function follow_transitions('proposal');
comment on trigger approvals_have_a_state on approvals is
  'A proposal has a state of its transitions.';

create function approvals_end_once() returns trigger language plpgsql as $$
begin
  new.state = case when new.confirmed_at is not null then 'confirmed'
    when new.dropped_at is not null then 'dropped' else 'open' end;
  if is_final('proposal', old.state) then
    raise exception 'a closed proposal never changes' using errcode = 'restrict_violation';
  end if;
  if new.state <> 'confirmed' then return new; end if;
  if not is_key_open(new.confirmed_key_id, new.confirmed_by) or new.confirmed_key_id is not null
    and not exists (select from staff_keys k where k.id = new.confirmed_key_id
      and (k.is_first or k.added_at + interval '24 hours' <= new.confirmed_at)) then
    raise exception 'confirming needs an active key that is at least a day old'
      using errcode = 'restrict_violation';
  end if;
  if is_suspended(new.proposed_key_id) then
    raise exception 'a proposal made with a suspended key cannot be confirmed'
      using errcode = 'restrict_violation';
  end if;
  if root_of_key(new.confirmed_key_id) is not distinct from root_of_key(new.proposed_key_id) then
    raise exception 'the keys of proposer and confirmer must descend from different first keys'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger approvals_end_once before update on approvals for each row
  execute function approvals_end_once();
comment on trigger approvals_end_once on approvals is
  'A proposal is confirmed once, by another person, whose active key is at least a day old and '
  'descends from a different maker.';

grant select, insert (id, act, reason, proposed_by, proposed_key_id, proposed_at, expires_at),
  update (confirmed_by, confirmed_key_id, confirmed_at, dropped_at, dropped_by, dropped_as)
    on approvals to sandali_app;

create table staff_key_proposals (
  approval_id uuid primary key references approvals,
  name text not null check (name ~ '^[a-z][a-z0-9.-]{1,39}$' and name <> 'local'),
  roles staff_roles not null,
  token_hash bytea not null check (length(token_hash) = 32)
);
comment on table staff_key_proposals is
  'Proposed keys: the person, the roles, and the hash of the key, which that person created.';
create index staff_key_proposals_of_name on staff_key_proposals (name);
-- Keys and proposals for keys reference each other.
alter table staff_keys add foreign key (approval_id) references staff_key_proposals;

grant select, insert on staff_key_proposals to sandali_app;

create table staff_passkey_proposals (
  approval_id uuid primary key references approvals,
  key_id uuid not null references staff_keys,
  token_hash bytea not null references staff_passkeys
);
comment on table staff_passkey_proposals is
  'Proposed passkeys for people who have a key: the key, and the hash of the passkey.';
create index staff_passkey_proposals_of_key on staff_passkey_proposals (key_id);
create index staff_passkey_proposals_of_hash on staff_passkey_proposals (token_hash);
alter table staff_key_passkeys add foreign key (approval_id) references staff_passkey_proposals;
grant select, insert on staff_passkey_proposals to sandali_app;

create function staff_key_proposals_begin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('sandali keys of staff'));
  if not exists (select from approvals where id = new.approval_id and act = 'staffKey'
    and state = 'open')
    or exists (select from staff_key_proposals where approval_id = new.approval_id)
    or exists (select from staff_passkey_proposals where approval_id = new.approval_id) then
    raise exception 'a proposed key starts with an open proposal of its own'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger staff_key_proposals_begin before insert on staff_key_proposals for each row
  execute function staff_key_proposals_begin();
comment on trigger staff_key_proposals_begin on staff_key_proposals is
  'A proposed key starts with an open proposal, which proposes nothing else.';
create trigger staff_key_proposals_begin before insert on staff_passkey_proposals for each row
  execute function staff_key_proposals_begin();
comment on trigger staff_key_proposals_begin on staff_passkey_proposals is
  'A proposed passkey starts with an open proposal, which proposes nothing else.';

create function staff_passkeys_stay() returns trigger language plpgsql as $$
begin
  if exists (select from staff_key_hashes where token_hash = old.token_hash)
    or exists (select from staff_key_proposals where token_hash = old.token_hash) then
    raise exception 'only a passkey that nobody proposed can be deleted'
      using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger staff_passkeys_stay before delete on staff_passkeys for each row
  execute function staff_passkeys_stay();
comment on trigger staff_passkeys_stay on staff_passkeys is
  'A passkey that was proposed or added as a key of staff stays.';

create function staff_key_passkeys_of_two() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('sandali keys of staff'));
  if not exists (select from staff_passkey_proposals p
    join approvals a on a.id = p.approval_id
    join staff_keys k on k.id = p.key_id
    where p.approval_id = new.approval_id and a.act = 'staffKey' and a.confirmed_at is not null
      and (p.key_id, p.token_hash) = (new.key_id, new.token_hash)
      and k.ended_at is null and not is_suspended(k.id) and new.added_at >= a.confirmed_at
      -- Otherwise, the proposer could use the passkey to confirm their own proposals.
      and root_of_key(a.proposed_key_id) = root_of_key(k.id)) then
    raise exception 'adding a passkey needs two people' using errcode = 'restrict_violation';
  end if;
  if exists (select from staff_key_hashes where token_hash = new.token_hash)
    or (select count(*) >= 2 from staff_key_hashes h
      join staff_passkeys p on p.token_hash = h.token_hash
      where h.key_id = new.key_id and h.ends_at > new.made_at) then
    raise exception 'a person has at most two passkeys, each added once'
      using errcode = 'restrict_violation';
  end if;
  -- A later time would prolong its life.
  new.made_at = no_later_than_now(new.made_at);
  return new;
end $$;
create trigger staff_key_passkeys_of_two before insert on staff_key_passkeys for each row
  execute function staff_key_passkeys_of_two();
comment on trigger staff_key_passkeys_of_two on staff_key_passkeys is
  'Two people add a passkey to an active key. The proposer descends from the same first key as the '
  'person, and a person has at most two passkeys.';

create function add_approved_passkey(approval uuid, at_wall timestamptz, at_now timestamptz)
  returns void language sql security definer set search_path = pg_catalog, public as $$
  insert into staff_key_passkeys (token_hash, key_id, made_at, added_at, approval_id)
    select p.token_hash, p.key_id, at_wall, at_now, p.approval_id
    from staff_passkey_proposals p where p.approval_id = approval
$$;
revoke all on function add_approved_passkey(uuid, timestamptz, timestamptz) from public;
grant execute on function add_approved_passkey(uuid, timestamptz, timestamptz) to sandali_app;

create function add_approved_key(new_id uuid, approval uuid, at_wall timestamptz,
  at_now timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public as $$
  insert into staff_keys (id, name, roles, token_hash, made_at, made_by, added_at, maker_id,
    approval_id)
    select new_id, p.name, p.roles, p.token_hash, at_wall, a.proposed_by, at_now, a.proposed_key_id,
      a.id
    from staff_key_proposals p join approvals a on a.id = p.approval_id where a.id = approval
$$;
revoke all on function add_approved_key(uuid, uuid, timestamptz, timestamptz) from public;
grant execute on function add_approved_key(uuid, uuid, timestamptz, timestamptz) to sandali_app;

create function add_key_of_installation(new_id uuid, of_name text, of_roles text[], of_hash bytea,
  at_wall timestamptz, by_who text, at_now timestamptz)
  returns void language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform pg_advisory_xact_lock(hashtext('sandali keys of staff'));
  if (select count(*) >= 2 from staff_keys where maker_id is null and ended_at is null
    and not is_suspended(id) and staff_key_ends_at(id) > no_later_than_now(at_wall)) then
    raise exception 'an installation can have at most two first keys'
      using errcode = 'restrict_violation';
  end if;
  insert into staff_keys (id, name, roles, token_hash, made_at, made_by, added_at, is_first)
    values (new_id, of_name, of_roles, of_hash, at_wall, by_who, at_now,
      (select count(*) < 2 from staff_keys where maker_id is null));
end $$;
revoke all on function add_key_of_installation(uuid, text, text[], bytea, timestamptz, text,
  timestamptz) from public;
grant execute on function add_key_of_installation(uuid, text, text[], bytea, timestamptz, text,
  timestamptz) to sandali_app;

-- Replaces a person's key. The caller must pass the key itself, so the serving role cannot issue
-- keys for others.
create function renew_staff_key(of_token text, new_hash bytea, at_wall timestamptz)
  returns timestamptz language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  key uuid;
begin
  perform pg_advisory_xact_lock(hashtext('sandali keys of staff'));
  select h.key_id into key from staff_key_hashes h join staff_keys k on k.id = h.key_id
    where h.token_hash = sha256(convert_to(of_token, 'UTF8')) and not h.is_replaced
      and h.ends_at > at_wall and k.ended_at is null and not is_suspended(k.id)
      -- The server knows the preimage of a passkey's hash, so it proves nothing.
      and not exists (select from staff_passkeys p where p.token_hash = h.token_hash);
  if key is null or exists (select from staff_key_hashes where token_hash = new_hash)
    or exists (select from staff_passkeys where token_hash = new_hash) then
    raise exception 'renewing a key needs that key, and a new one'
      using errcode = 'restrict_violation';
  end if;
  insert into staff_key_renewals (token_hash, key_id, made_at) values (new_hash, key, at_wall);
  return at_wall + staff_key_life();
end $$;
revoke all on function renew_staff_key(text, bytea, timestamptz) from public;
grant execute on function renew_staff_key(text, bytea, timestamptz) to sandali_app;

-- Checks the row of an act that needs two people. The row starts as a proposal of the kind in the
-- first argument, and its confirmation fills the columns in the other arguments once. No other
-- update is granted.
create function follow_approval() returns trigger language plpgsql as $$
declare
  added text[] = tg_argv[1:];
begin
  if tg_op = 'INSERT' then
    if not exists (select from approvals a where a.id = new.id and a.act = tg_argv[0]
      and a.state = 'open') then
      raise exception 'an act that needs two people must start as a proposal'
        using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if to_jsonb(new) -> 'state' = to_jsonb(old) -> 'state' and (new.state <> 'confirmed'
    or jsonb_strip_nulls(to_jsonb(old)) ?| added) then
    raise exception 'a closed proposal never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create table staff_access_decisions (
  id uuid primary key,
  key_id uuid not null references staff_keys,
  kind text not null check (kind in ('end', 'resume')),
  state text not null default 'open',
  foreign key (id, state) references approvals (id, state) on update cascade
);
comment on table staff_access_decisions is
  'Decisions by two people on a key of staff: it ends, or resumes after a suspension.';
create unique index staff_access_decisions_open on staff_access_decisions (key_id)
  where state = 'open';
create trigger staff_access_decisions_follow_approval before insert on staff_access_decisions
  for each row execute function follow_approval('staffAccess');
comment on trigger staff_access_decisions_follow_approval on staff_access_decisions is
  'Ending or resuming a key starts as a proposal.';
grant select, insert on staff_access_decisions to sandali_app;
alter table staff_suspensions add foreign key (decision_id) references staff_access_decisions;

create function staff_keys_end_by_two() returns trigger language plpgsql as $$
begin
  if not exists (select from staff_access_decisions d where d.key_id = new.id and d.kind = 'end'
    and d.state = 'confirmed')
    and (new.ended_at <> staff_key_ends_at(new.id)
      or new.ended_at > no_later_than_now(new.ended_at)) then
    raise exception 'ending a key needs two people' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger staff_keys_end_by_two before update on staff_keys for each row
  when (old.ended_at is null and new.ended_at is not null)
  execute function staff_keys_end_by_two();
comment on trigger staff_keys_end_by_two on staff_keys is
  'Two people end a key of staff that has not ended by itself; one person can suspend it.';

create function staff_suspensions_are_lawful() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.decision_id is not null or not is_key_open(new.by_key_id, new.suspended_by)
      or not exists (select from staff_keys k where k.id = new.key_id and k.ended_at is null) then
      raise exception 'only an active key can suspend another active key'
        using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.decision_id is not null or not exists (
    select from staff_access_decisions d where d.id = new.decision_id and d.key_id = new.key_id
      and d.state = 'confirmed') then
    raise exception 'lifting a suspension needs two people' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger staff_suspensions_are_lawful before insert or update on staff_suspensions
  for each row execute function staff_suspensions_are_lawful();
comment on trigger staff_suspensions_are_lawful on staff_suspensions is
  'One person suspends an active key of staff immediately; two people lift the suspension.';

-- One person may change settings that only stop or start features, or that cannot redirect anyone.
-- Every other setting, known or unknown, needs two people.
create function setting_takes_two(of_name text, was jsonb, becomes jsonb) returns boolean
  language sql immutable as $$
  select case
    when of_name in ('smsSwitch', 'appDownload', 'minVersion', 'reviewMinutesMin',
      'reviewMinutesMax', 'payoutsOn',
      'applicationsOn', 'smsOn', 'gatewaysOff', 'sandboxRails', 'reviewAlarmMinutes',
        'reviewProposalDays') then false
    -- Removing a text or a link does not mislead anyone.
    when of_name in ('announcement', 'loanApplyAnnouncement', 'repaymentAnnouncement',
      'downloadUrl', 'fbUrl') then becomes <> '""'
    when of_name = 'copyWritingMap' then not coalesce(was, '{}') @> becomes
    -- Null means no limit. One person may lower the budget.
    when of_name = 'dailyBudgetCentavos' then becomes = 'null'
      or was is not null and was <> 'null' and becomes::bigint > was::bigint
    else true
  end
$$;

create table setting_changes (
  id uuid primary key,
  name text not null,
  -- The version that the proposal is based on; 0 if the setting was never stored.
  from_version bigint not null check (from_version >= 0),
  -- The value at the time of the proposal, which may be a default.
  was jsonb not null,
  becomes jsonb not null,
  state text not null default 'open',
  foreign key (id, state) references approvals (id, state) on update cascade,
  constraint setting_changes_change check (was <> becomes)
);
comment on table setting_changes is
  'Changes of settings that redirect people or lending: one person proposes the new value, another '
  'has seen both values and confirms.';
create unique index setting_changes_open on setting_changes (name) where state = 'open';
create trigger setting_changes_follow_approval before insert on setting_changes
  for each row execute function follow_approval('setting');
comment on trigger setting_changes_follow_approval on setting_changes is
  'A change of such a setting starts as a proposal.';

create function setting_changes_are_seen() returns trigger language plpgsql as $$
begin
  if new.from_version <> coalesce((select version from settings where name = new.name), 0) then
    raise exception 'the setting has changed since this proposal'
      using errcode = 'restrict_violation';
  end if;
  perform must_have_seen('setting', new.id, a.confirmed_by) from approvals a where a.id = new.id;
  return new;
end $$;
create trigger setting_changes_are_seen before update on setting_changes for each row
  when (new.state = 'confirmed')
  execute function setting_changes_are_seen();
comment on trigger setting_changes_are_seen on setting_changes is
  'The confirmer has seen the old and the new value, and the old one is in force.';
grant select, insert on setting_changes to sandali_app;

alter table settings add column change_id uuid unique references setting_changes;

create function settings_change_by_two() returns trigger language plpgsql as $$
declare
  stored settings;
begin
  -- An insert with an existing name counts as an update.
  select * into stored from settings where name = new.name;
  if tg_op = 'UPDATE' and (new.name <> old.name or new.version <> old.version + 1) then
    raise exception 'each change of a setting must raise its version by one'
      using errcode = 'restrict_violation';
  end if;
  if not setting_takes_two(new.name, stored.value, new.value) then
    if new.change_id is not null then
      raise exception 'changing this setting takes no proposal'
        using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if not exists (select from setting_changes c where c.id = new.change_id and c.state = 'confirmed'
    and c.name = new.name
      and c.becomes = new.value and c.from_version = coalesce(stored.version, 0)) then
    raise exception 'changing this setting needs two people' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger settings_change_by_two before insert or update on settings for each row
  execute function settings_change_by_two();
comment on trigger settings_change_by_two on settings is
  'A setting that redirects people or lending gets the value that two people approved, on top of '
  'its previous version.';

-- Returns the parts of a subject that staff decide on, each with a hash of its state. Omits what
-- `of_who` wrote.
create function parts_of(what text, of_id uuid, of_who text) returns table (part text, state text)
  language plpgsql stable set timezone = 'UTC' as $$
begin
  case what
  when 'application' then
    return query select p.part, p.state from credit_applications a join borrowers b
      on b.id = a.borrower_id, lateral (values
      ('facts', state_of(jsonb_build_array(to_jsonb(a), b.phone_hash,
        (select jsonb_agg(to_jsonb(d) order by d.number) from credit_decisions d
          where d.application_id = a.id),
        (select jsonb_agg(to_jsonb(c) order by c.id) from review_calls c
          where c.application_id = a.id and c.called_by <> of_who),
        (select jsonb_agg(jsonb_build_array(r.id, r.limit_centavos) order by r.id)
          from review_proposals r join approvals o on o.id = r.id
          where r.application_id = a.id and o.proposed_by <> of_who),
        (select count(distinct o.borrower_id) from credit_applications o
          where o.id_number_hash = a.id_number_hash and o.submitted_at is not null
            and o.borrower_id <> a.borrower_id),
        (select count(distinct o.borrower_id) from credit_applications o
          where o.device_id = a.device_id and o.submitted_at is not null
            and o.borrower_id <> a.borrower_id),
        (select count(distinct o.borrower_id) from pictures o join pictures own
          on own.content_hash = o.content_hash
          where own.id in (a.front_picture_id, a.selfie_picture_id)
            and o.borrower_id <> a.borrower_id)))),
      ('front', a.front_picture_id::text), ('selfie', a.selfie_picture_id::text)) p (part, state)
        where a.id = of_id;
  when 'request' then
    return query select 'facts',
      state_of(jsonb_build_array(to_jsonb(r), l.limit_centavos, l.pending_decrease_centavos,
        (select jsonb_agg(jsonb_build_array(b.loan_id, b.settled_as, b.settled_on, b.due_on)
          order by b.loan_id) from bills b where b.borrower_id = r.borrower_id),
        (select jsonb_agg(a.work_sealed order by a.number) from credit_applications a
          where a.borrower_id = r.borrower_id and a.submitted_at is not null)))
      from limit_increase_requests r join credit_lines l on l.borrower_id = r.borrower_id
        where r.id = of_id;
  when 'hold' then
    return query select 'facts', state_of(jsonb_build_array(to_jsonb(h),
        (select jsonb_agg(to_jsonb(m) order by m.list, m.key_hash) from screening_matches m
          where m.hold_id = h.id)))
      from line_holds h where h.id = of_id;
  when 'recovery' then
    return query select p.part, p.state from account_recoveries r join borrowers b
      on b.id = r.borrower_id, lateral (values
      ('facts',
        state_of(jsonb_build_array(r.new_phone_hash, r.device_id, r.asked_at, b.phone_hash,
        b.name_sealed))),
      ('front', (select file_name from account_recovery_pictures where recovery_id = r.id
        and purpose = 'idFront' and deleted_at is null)),
      ('selfie', (select file_name from account_recovery_pictures where recovery_id = r.id
        and purpose = 'selfie' and deleted_at is null)),
      ('knownFront', (select a.front_picture_id::text from credit_applications a
        where a.borrower_id = b.id and a.submitted_at is not null
        order by a.number desc limit 1)),
      ('knownSelfie', (select a.selfie_picture_id::text from credit_applications a
        where a.borrower_id = b.id and a.submitted_at is not null
        order by a.number desc limit 1))) p (part, state) where r.id = of_id;
  when 'payout' then
    return query select 'facts',
      state_of(jsonb_build_array(y.state, y.gateway, y.gateway_id, y.sent_at, y.paid_at,
      y.settled_at, y.failure,
        (select jsonb_agg(to_jsonb(x) order by x.id) from payout_exceptions x
          where x.payout_id = y.id),
        (select jsonb_agg(jsonb_build_array(r.id, r.outcome, r.paid_at) order by r.id)
          from payout_resolutions r join approvals o on o.id = r.id
          where r.payout_id = y.id and o.proposed_by <> of_who),
        (select count(*) from webhook_events e where e.event = 'payout'
          and e.subject = y.id::text)))
      from payouts y where y.id = of_id;
  when 'money' then
    return query select 'facts', state_of(jsonb_build_array(to_jsonb(m),
        (select jsonb_agg(v.movement_id order by v.movement_id) from payment_reversals v
          where v.receipt_id = m.id),
        (select jsonb_agg(jsonb_build_array(d.id, d.act, d.borrower_id, d.loan_id) order by d.id)
          from suspense_decisions d join approvals o on o.id = d.id
          where d.receipt_id = m.id and o.proposed_by <> of_who)))
      from receipts m where m.id = of_id;
  when 'claim' then
    return query select 'facts', state_of(jsonb_build_array(
        (select jsonb_agg(jsonb_build_array(a.kind, a.balance_centavos) order by a.kind)
          from ledger_accounts a
          where a.owner_id = of_id and a.kind in ('borrower.takenBack', 'borrower.refundable')),
        (select jsonb_agg(v.movement_id order by v.movement_id) from payment_reversals v
          where v.receipt_id = of_id),
        (select jsonb_agg(jsonb_build_array(d.id, d.act, d.source_id, d.amount_centavos)
          order by d.id)
          from claim_decisions d join approvals o on o.id = d.id where d.claim_id = of_id
            and o.proposed_by <> of_who)));
  when 'setting' then
    return query select 'facts',
      state_of(jsonb_build_array(c.name, c.was, c.becomes, c.from_version,
        (select jsonb_build_array(s.value, s.version) from settings s where s.name = c.name)))
      from setting_changes c where c.id = of_id;
  when 'break' then
    return query select 'facts', state_of(jsonb_build_array(to_jsonb(k),
        (select jsonb_agg(r.id) from reconciliation_resolutions r join approvals o on o.id = r.id
          where r.break_id = k.id and o.proposed_by <> of_who)))
      from reconciliation_breaks k where k.id = of_id;
  when 'bill' then
    return query select 'facts', state_of(jsonb_build_array(to_jsonb(b) - 'charged_to',
        (select jsonb_agg(jsonb_build_array(y.value_on, y.amount_centavos) order by y.id)
          from payment_allocations y where y.loan_id = b.loan_id),
        (select count(*) from promises_to_pay p where p.loan_id = b.loan_id),
        (select jsonb_agg(jsonb_build_array(d.id, d.kind, d.part, d.amount_centavos) order by d.id)
          from bill_decisions d join approvals o on o.id = d.id
          where d.loan_id = b.loan_id and o.proposed_by <> of_who)))
      from bills b where b.loan_id = of_id;
  when 'suspicion' then
    return query select 'facts', state_of(to_jsonb(r)) from suspicion_reports r where r.id = of_id;
  when 'dispute' then
    return query select 'facts', state_of(to_jsonb(d)) from disputes d where d.id = of_id;
  when 'files' then
    return query select 'facts', state_of(to_jsonb(l)) from file_looks l where l.id = of_id;
  when 'dataRequest' then
    return query select 'facts', state_of(to_jsonb(r)) from data_requests r where r.id = of_id;
  end case;
end $$;

-- Returns the hash of some facts, in hex. It includes only the nonce of a sealed value, which
-- changes with the content but not when `ops keys rotate` reseals the value.
create function state_of(facts jsonb) returns text language sql immutable as $$
  select encode(sha256(convert_to(regexp_replace(facts::text,
    '"\\\\x0[23][0-9a-f]{2}([0-9a-f]{24})[0-9a-f]{32,}"', '"\1"', 'g'), 'UTF8')), 'hex')
$$;

-- Returns the text by which the trail records that staff viewed a part in its current state.
create function words_of_look(what text, of_id uuid, part text, state text) returns text
  language sql immutable as $$
  select concat_ws(' ', what, of_id, part, coalesce(state, 'none'))
$$;

-- Returns the parts whose current state a person has not viewed, according to the trail.
create function unseen_of(what text, of_id uuid, of_who text) returns text[]
  language sql stable as $$
  select coalesce(array_agg(p.part order by p.part), '{}') from parts_of(what, of_id, of_who) p
    where not exists (select from audit_log l
      where l.detail ->> 'seen' = words_of_look(what, of_id, p.part, p.state) and l.who = of_who)
$$;

create function must_have_seen(what text, of_id uuid, of_who text) returns void
  language plpgsql stable as $$
begin
  if unseen_of(what, of_id, of_who) <> '{}' then
    raise exception 'whoever decides must first view the current state'
      using errcode = 'restrict_violation';
  end if;
end $$;

-- Checks that both people have viewed the subject of their act. The arguments are the kind of
-- subject, and the column with its id.
create function acts_are_seen() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.state = 'confirmed' and old.state <> 'confirmed' then
    perform must_have_seen(tg_argv[0], (to_jsonb(new) ->> tg_argv[1])::uuid, case tg_op
      when 'INSERT' then a.proposed_by else a.confirmed_by end)
      from approvals a where a.id = new.id;
  end if;
  return new;
end $$;

-- Checks at commit that the columns added by a confirmation are set if and only if the act is
-- confirmed.
create function acts_are_whole() returns trigger language plpgsql as $$
declare
  act jsonb;
begin
  execute format('select jsonb_strip_nulls(to_jsonb(t)) from %I t where id = $1',
    tg_table_name) using new.id into act;
  if (act ->> 'state' = 'confirmed') <> (act ?& tg_argv[0:]) or act ->> 'state' <> 'confirmed'
    and act ?| tg_argv[0:] then
    raise exception 'a decision must have its result if and only if it is confirmed'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create table file_looks (
  id uuid primary key,
  folder text not null check (folder in ('pictures', 'receipts', 'recoveries')),
  -- The number of files without a row.
  files integer not null check (files > 0),
  -- SHA-256 of the files' sorted names, each followed by a newline.
  names_hash bytea not null check (length(names_hash) = 32),
  -- `looked_at` is wall time.
  looked_at timestamptz not null,
  unique (folder, names_hash)
);
comment on table file_looks is
  'The orphaned files that a sweep kept and staff looked at. The same set of files shares one row, '
  'whoever looks.';

grant select, insert on file_looks to sandali_app;

create table file_releases (
  id uuid primary key,
  look_id uuid not null unique references file_looks,
  state text not null default 'open',
  foreign key (id, state) references approvals (id, state) on update cascade
);
comment on table file_releases is
  'Orphaned files to move to the trash: one person proposes with a reason, another confirms.';
create trigger file_releases_follow_approval before insert or update on file_releases for each row
  execute function follow_approval('files');
comment on trigger file_releases_follow_approval on file_releases is
  'A release of files starts as a proposal, and is permanent.';
create trigger file_releases_are_seen before insert or update on file_releases for each row
  execute function acts_are_seen('files', 'look_id');
comment on trigger file_releases_are_seen on file_releases is
  'The proposer and the confirmer have seen these exact files.';

grant select, insert on file_releases to sandali_app;
