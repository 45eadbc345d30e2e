-- Accounts whose phone and SIM are lost. Somebody shows the ID and their face, two people compare, and the number is another one 72 hours after that.

alter table approvals
  drop constraint approvals_act_check,
  add constraint approvals_act_check
    check (act in ('staffKey', 'payout', 'suspense', 'transfer', 'bill', 'break', 'limit', 'quota', 'hold', 'recovery', 'correction'));

create table recoveries (
  id uuid primary key,
  -- Null where what was given fits no account: nobody is told so, and nobody on staff is asked.
  borrower_id uuid references borrowers,
  -- Where it was begun, and goes on.
  device_id text not null,
  locale text not null,
  new_phone_sealed bytea not null,
  new_phone_hash bytea not null check (length(new_phone_hash) = 32),
  -- Business time, as all of these.
  begun_at timestamptz not null,
  -- Both pictures are there.
  asked_at timestamptz check (asked_at >= begun_at),
  approval_id uuid unique references approvals,
  approved_at timestamptz,
  effective_from timestamptz,
  ended_at timestamptz check (ended_at >= begun_at),
  ended_as text check (ended_as in ('done', 'refused', 'stopped', 'overtaken')),
  check (approval_id is null or (asked_at is not null and borrower_id is not null)),
  check (approved_at is null or approval_id is not null),
  check ((approved_at is null) = (effective_from is null)),
  constraint recoveries_wait_three_days check (effective_from = approved_at + interval '72 hours'),
  check ((ended_at is null) = (ended_as is null)),
  constraint recoveries_done_after_three_days check (ended_as <> 'done' or (effective_from is not null and ended_at >= effective_from))
);
create index recoveries_of_borrower on recoveries (borrower_id, begun_at desc) where borrower_id is not null;
create index recoveries_open on recoveries (begun_at) where ended_at is null;
create index recoveries_ended on recoveries (ended_at) where ended_at is not null;
-- One number is asked for once at a time, and one account is on its way to one number.
create unique index recoveries_of_number on recoveries (new_phone_hash) where asked_at is not null and ended_at is null;
create unique index recoveries_approved on recoveries (borrower_id) where approved_at is not null and ended_at is null;

create table recovery_pictures (
  recovery_id uuid not null references recoveries on delete cascade,
  purpose text not null check (purpose in ('idFront', 'selfie')),
  file_name text not null unique,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  size_bytes integer not null check (size_bytes > 0),
  uploaded_at timestamptz not null,
  deleted_at timestamptz,
  primary key (recovery_id, purpose)
);
create trigger recoveries_of_somebody before insert on recoveries for each row execute function belongs_to_somebody();

create function recoveries_begin() returns trigger language plpgsql as $$
begin
  if (new.asked_at, new.approval_id, new.approved_at, new.ended_at) is distinct from (null, null, null, null) then
    raise exception 'a recovery begins before anybody has shown or approved anything' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger recoveries_begin before insert on recoveries for each row execute function recoveries_begin();

create function recoveries_go_on() returns trigger language plpgsql as $$
declare
  moves text[] = '{asked_at,approval_id,approved_at,effective_from,ended_at,ended_as}';
begin
  if old.ended_at is not null or to_jsonb(new) - moves is distinct from to_jsonb(old) - moves
    or old.asked_at is not null and new.asked_at is distinct from old.asked_at
    or old.approved_at is not null and (new.approval_id, new.approved_at, new.effective_from) is distinct from (old.approval_id, old.approved_at, old.effective_from) then
    raise exception 'a recovery stays as it was asked and approved, and ends once' using errcode = 'restrict_violation';
  end if;
  if old.asked_at is null and new.asked_at is not null
    and (select count(*) from recovery_pictures p where p.recovery_id = new.id and p.deleted_at is null) <> 2 then
    raise exception 'a recovery is asked for with both pictures' using errcode = 'restrict_violation';
  end if;
  if new.approval_id is distinct from old.approval_id and (exists (select from approvals a where a.id = old.approval_id and a.state <> 'dropped')
    or not exists (select from approvals a where a.id = new.approval_id and a.act = 'recovery' and a.state = 'open')) then
    raise exception 'a recovery begins as a proposal of its own' using errcode = 'restrict_violation';
  end if;
  if old.approved_at is null and new.approved_at is not null
    and not exists (select from approvals a where a.id = new.approval_id and a.state = 'confirmed' and a.confirmed_at = new.approved_at) then
    raise exception 'two people approve a recovery' using errcode = 'restrict_violation';
  end if;
  if new.ended_as = 'done' and not exists (select from phone_changes c where c.borrower_id = new.borrower_id and c.way = 'recovery'
    and c.changed_at = new.ended_at) then
    raise exception 'a recovery is done with the change of number' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger recoveries_go_on before update on recoveries for each row execute function recoveries_go_on();

-- They go with their account, once nobody was approved and 90 days after they ended.
create function recoveries_go() returns trigger language plpgsql as $$
begin
  if is_erased(old.borrower_id) or old.asked_at is null or (old.borrower_id is null and old.ended_at is not null) then return old; end if;
  raise exception 'a recovery goes with its account' using errcode = 'restrict_violation';
end $$;
create trigger recoveries_go before delete on recoveries for each row execute function recoveries_go();

-- A number that is changed this way is the one that two people approved three days ago.
alter table phone_changes drop constraint phone_changes_way_check, add constraint phone_changes_way_check check (way in ('code', 'idNumber', 'recovery'));
create function phone_changes_are_approved() returns trigger language plpgsql as $$
begin
  if not exists (select from recoveries r join borrowers b on b.id = r.borrower_id and b.phone_hash = r.new_phone_hash
    where r.borrower_id = new.borrower_id and r.ended_at is null and r.effective_from <= new.changed_at) then
    raise exception 'two people approve another number, three days before it is one' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger phone_changes_are_approved before insert on phone_changes for each row when (new.way = 'recovery')
  execute function phone_changes_are_approved();

create function forget_recoveries() returns trigger language plpgsql as $$
begin
  delete from recoveries where borrower_id = new.id;
  return null;
end $$;
create trigger borrowers_forget_recoveries after update of erased_at on borrowers for each row
  when (old.erased_at is null and new.erased_at is not null) execute function forget_recoveries();

grant select, insert, delete, update (asked_at, approval_id, approved_at, effective_from, ended_at, ended_as) on recoveries to sandali_app;
grant select, insert, update (file_name, width, height, size_bytes, uploaded_at, deleted_at) on recovery_pictures to sandali_app;
