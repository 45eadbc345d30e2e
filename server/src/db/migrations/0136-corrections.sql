-- Corrections with proof: what a person gave wrongly is set right by staff, two of them where it says who somebody is. Where the proof lies is the number of a case.

create table corrections (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  what text not null check (what in ('name', 'birthday', 'address', 'idNumber')),
  -- The complaint's number or the id of the request with which the proof came.
  case_no text not null check (length(case_no) between 3 and 40),
  given_sealed bytea not null,
  -- What stood there; null until it is applied.
  before_sealed bytea,
  -- Business time, as both of these.
  proposed_at timestamptz not null,
  approval_id uuid unique references approvals,
  applied_at timestamptz check (applied_at >= proposed_at),
  check ((applied_at is null) = (before_sealed is null)),
  -- One person sets an address right: no money and no identity hangs on it.
  constraint corrections_of_two_people check ((what = 'address') = (approval_id is null)),
  constraint corrections_of_addresses_at_once check (what <> 'address' or applied_at is not null)
);
create index corrections_of_borrower on corrections (borrower_id, proposed_at desc);
create trigger corrections_of_somebody before insert on corrections for each row execute function belongs_to_somebody();

create function corrections_are_approved() returns trigger language plpgsql as $$
declare
  adds text[] = '{applied_at,before_sealed}';
begin
  if tg_op = 'INSERT' then
    if new.approval_id is not null and (new.applied_at is not null
      or not exists (select from approvals a where a.id = new.approval_id and a.act = 'correction' and a.state = 'open')) then
      raise exception 'a correction begins as a proposal' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.applied_at is not null or to_jsonb(new) - adds is distinct from to_jsonb(old) - adds then
    raise exception 'a correction stays as it was proposed and made' using errcode = 'restrict_violation';
  end if;
  if new.applied_at is not null
    and not exists (select from approvals a where a.id = new.approval_id and a.state = 'confirmed' and a.confirmed_at = new.applied_at) then
    raise exception 'two people correct who somebody is' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger corrections_are_approved before insert or update on corrections for each row execute function corrections_are_approved();

create function corrections_go_with_their_account() returns trigger language plpgsql as $$
begin
  if is_erased(old.borrower_id) then return old; end if;
  raise exception 'a correction goes with its account' using errcode = 'restrict_violation';
end $$;
create trigger corrections_go_with_their_account before delete on corrections for each row execute function corrections_go_with_their_account();

create function forget_corrections() returns trigger language plpgsql as $$
begin
  delete from corrections where borrower_id = new.id;
  return null;
end $$;
create trigger borrowers_forget_corrections after update of erased_at on borrowers for each row
  when (old.erased_at is null and new.erased_at is not null) execute function forget_corrections();

grant select, insert, update (applied_at, before_sealed) on corrections to sandali_app;
