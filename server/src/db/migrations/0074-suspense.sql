-- Money whose owner is not known: as it came, whom two people give it to, or that they sent it back.

alter table receipts
  -- The code as the payer typed it; null of money that was kept before codes were.
  add column code_typed text,
  -- ISO 4217; ZZZ, which no currency has, of money in another currency that was kept before currencies were.
  add column currency text not null default 'PHP' check (currency ~ '^[A-Z]{3}$');

alter table receipts disable trigger receipts_stay;
update receipts r set currency = 'ZZZ' from ledger_lines l join ledger_accounts a on a.id = l.account_id
  where l.entry_id = r.entry_id and a.kind = 'suspense.otherCurrency';
alter table receipts enable trigger receipts_stay;

create index receipts_of_nobody on receipts (paid_at) where borrower_id is null;

-- One proposes, another confirms the same: the money belongs to a borrower, or has been sent back.
create table suspense_decisions (
  id uuid primary key,
  receipt_id uuid not null references receipts,
  act text not null check (act in ('assign', 'return')),
  -- To whom, and which of their bills it pays first.
  borrower_id uuid references borrowers,
  loan_id uuid references loans,
  proposed_by text not null,
  proposed_at timestamptz not null,
  confirmed_by text,
  confirmed_at timestamptz,
  entry_id uuid unique references ledger_entries,
  -- Another proposal took its place.
  dropped_at timestamptz,
  check ((act = 'assign') = (borrower_id is not null)),
  check (loan_id is null or borrower_id is not null),
  check ((confirmed_by is null) = (confirmed_at is null) and (confirmed_by is null) = (entry_id is null)),
  check (confirmed_at is null or dropped_at is null),
  constraint suspense_decisions_of_two_people check (confirmed_by <> proposed_by)
);
create unique index suspense_decisions_open on suspense_decisions (receipt_id) where confirmed_at is null and dropped_at is null;
create unique index suspense_decisions_once on suspense_decisions (receipt_id) where confirmed_at is not null;
create index suspense_decisions_of_receipt on suspense_decisions (receipt_id);
create index suspense_decisions_of_borrower on suspense_decisions (borrower_id) where borrower_id is not null;

create function suspense_decisions_begin() returns trigger language plpgsql as $$
begin
  if new.confirmed_at is not null or new.dropped_at is not null then
    raise exception 'what people decide of suspense begins as a proposal' using errcode = 'restrict_violation';
  end if;
  if not exists (select from receipts r where r.id = new.receipt_id and r.borrower_id is null and (new.act = 'return' or r.currency = 'PHP')) then
    raise exception 'only money without an owner is assigned, and only pesos' using errcode = 'restrict_violation';
  end if;
  if new.loan_id is not null and not exists (select from loans l where l.id = new.loan_id and l.borrower_id = new.borrower_id) then
    raise exception 'a bill is assigned to with its own borrower' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger suspense_decisions_begin before insert on suspense_decisions for each row execute function suspense_decisions_begin();

create function suspense_decisions_are_said_once() returns trigger language plpgsql as $$
begin
  if old.confirmed_at is not null or old.dropped_at is not null then
    raise exception 'what two people decided of suspense stays' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.receipt_id, new.act, new.borrower_id, new.loan_id, new.proposed_by, new.proposed_at)
     is distinct from (old.id, old.receipt_id, old.act, old.borrower_id, old.loan_id, old.proposed_by, old.proposed_at) then
    raise exception 'what the first of two people said stays' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger suspense_decisions_are_said_once before update on suspense_decisions
  for each row execute function suspense_decisions_are_said_once();
create trigger suspense_decisions_stay before delete on suspense_decisions for each row execute function refuse_change();

-- A receipt never changes, but for its owner: one that had none gets the one whom two people named, once.
create function receipts_get_an_owner_once() returns trigger language plpgsql as $$
begin
  if old.borrower_id is not null or new.borrower_id is null
    or (to_jsonb(new) - 'borrower_id') is distinct from (to_jsonb(old) - 'borrower_id')
    or not exists (select from suspense_decisions d where d.receipt_id = old.id and d.act = 'assign' and d.borrower_id = new.borrower_id
      and d.confirmed_at is not null) then
    raise exception 'a receipt stays as it came; its owner is named once, by two people' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
drop trigger receipts_stay on receipts;
create trigger receipts_stay before delete on receipts for each row execute function refuse_change();
create trigger receipts_get_an_owner_once before update on receipts for each row execute function receipts_get_an_owner_once();
grant update (borrower_id) on receipts to sandali_app;

grant select, insert, update on suspense_decisions to sandali_app;
