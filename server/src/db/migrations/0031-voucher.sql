-- Coupons. What one gives never changes; where it is used is a fact of its own, so that one that came back keeps where it was.

create table vouchers (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  -- What it was given for: once for each.
  grant_key text not null check (length(grant_key) between 1 and 60),
  campaign text not null check (campaign in ('welcome', 'firstRepayment', 'campaign')),
  kind text not null check (kind in ('serviceFee', 'interest')),
  amount_centavos bigint not null check (amount_centavos > 0),
  minimum_loan_centavos bigint not null check (minimum_loan_centavos >= 0),
  -- First and last Manila day of use.
  starts_on date not null,
  ends_on date not null,
  granted_at timestamptz not null,
  granted_by text not null,
  voided_at timestamptz,
  voided_by text,
  unique (borrower_id, grant_key),
  check (starts_on <= ends_on),
  check ((voided_at is null) = (voided_by is null))
);

-- Set aside for a loan, used by it, or given back.
create table voucher_uses (
  loan_id uuid primary key references loans,
  voucher_id uuid not null references vouchers,
  set_aside_at timestamptz not null,
  used_at timestamptz,
  given_back_at timestamptz
);
-- One coupon, one use.
create unique index voucher_uses_once on voucher_uses (voucher_id) where given_back_at is null;
create index voucher_uses_of_voucher on voucher_uses (voucher_id);

create function vouchers_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if is_erased(old.borrower_id) then return old; end if;
    raise exception 'a coupon is never deleted' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.borrower_id, new.grant_key, new.campaign, new.kind, new.amount_centavos, new.minimum_loan_centavos, new.starts_on, new.ends_on,
      new.granted_at, new.granted_by)
    is distinct from (old.id, old.borrower_id, old.grant_key, old.campaign, old.kind, old.amount_centavos, old.minimum_loan_centavos, old.starts_on,
      old.ends_on, old.granted_at, old.granted_by) or old.voided_at is not null then
    raise exception 'what a coupon gives never changes, and it is made void once' using errcode = 'restrict_violation';
  end if;
  if exists (select 1 from voucher_uses u where u.voucher_id = old.id and u.given_back_at is null) then
    raise exception 'a coupon of a loan is not made void' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger vouchers_stay before update or delete on vouchers for each row execute function vouchers_stay();

create function voucher_uses_hold() returns trigger language plpgsql as $$
declare
  voucher vouchers;
begin
  if tg_op = 'INSERT' then
    -- The coupon's row is locked, so that it is not made void at the same moment.
    select * into voucher from vouchers v where v.id = new.voucher_id for no key update;
    if voucher.voided_at is not null then
      raise exception 'a void coupon is not used' using errcode = 'restrict_violation';
    end if;
    if not exists (select 1 from loans l where l.id = new.loan_id and l.borrower_id = voucher.borrower_id) then
      raise exception 'a coupon is for the loans of its owner' using errcode = 'restrict_violation';
    end if;
    if new.used_at is not null or new.given_back_at is not null then
      raise exception 'a coupon is set aside first' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.loan_id, new.voucher_id, new.set_aside_at) is distinct from (old.loan_id, old.voucher_id, old.set_aside_at)
    or old.given_back_at is not null or (old.used_at is not null and new.used_at is distinct from old.used_at) then
    raise exception 'a coupon is used once and given back once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger voucher_uses_hold before insert or update on voucher_uses for each row execute function voucher_uses_hold();
create trigger voucher_uses_stay before delete on voucher_uses for each row execute function refuse_change();

create trigger vouchers_of_somebody before insert on vouchers for each row execute function belongs_to_somebody();

-- An erased account never had a loan (erase_borrower), so that its coupons were never used.
create function vouchers_go_with_their_account() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from vouchers where borrower_id = new.id;
  return null;
end $$;
create trigger vouchers_go_with_their_account after update on borrowers for each row
  when (old.erased_at is null and new.erased_at is not null) execute function vouchers_go_with_their_account();

alter table quotes add column voucher_id uuid references vouchers;

grant select, insert on vouchers to sandali_app;
grant update (voided_at, voided_by) on vouchers to sandali_app;
grant select, insert on voucher_uses to sandali_app;
grant update (used_at, given_back_at) on voucher_uses to sandali_app;
