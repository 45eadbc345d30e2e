-- Double entry. Lines are signed: debit above zero, credit below; an entry's lines sum to zero at commit, or the commit fails.
-- A balance is a guarded total kept by a trigger that alone may write it; the books are compared with the lines after every test.

create table ledger_accounts (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The loan or borrower an account belongs to; null for the company's own.
  owner_id uuid,
  balance_centavos bigint not null default 0,
  line_count bigint not null default 0,
  -- The sign this account may never leave: 'debit' keeps its balance >= 0, 'credit' keeps it <= 0, null lets it be either.
  keeps text check (keeps in ('debit', 'credit')),
  unique nulls not distinct (kind, owner_id),
  check (keeps is distinct from 'debit' or balance_centavos >= 0),
  check (keeps is distinct from 'credit' or balance_centavos <= 0)
);

create table ledger_entries (
  id uuid primary key,
  kind text not null,
  -- The same fact is posted once: a payout's id, a receipt's id, a loan and a day.
  fact_key text not null unique,
  borrower_id uuid references borrowers,
  loan_id uuid,
  happened_at timestamptz not null,
  recorded_at timestamptz not null,
  business_on date not null,
  -- The transaction that made the entry; only it may add lines.
  made_in xid8 not null default pg_current_xact_id()
);
create index ledger_entries_of_loan on ledger_entries (loan_id) where loan_id is not null;
create index ledger_entries_by_day on ledger_entries (business_on);

create table ledger_lines (
  entry_id uuid not null references ledger_entries,
  number smallint not null check (number between 1 and 40),
  account_id bigint not null references ledger_accounts,
  amount_centavos bigint not null check (amount_centavos <> 0),
  primary key (entry_id, number)
);
create index ledger_lines_of_account on ledger_lines (account_id);

create function ledger_add_to_balance() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update public.ledger_accounts
    set balance_centavos = balance_centavos + new.amount_centavos, line_count = line_count + 1
    where id = new.account_id;
  return new;
end $$;
create trigger ledger_lines_add after insert on ledger_lines for each row execute function ledger_add_to_balance();

create function ledger_must_balance() returns trigger language plpgsql as $$
declare
  total bigint;
  lines integer;
begin
  select coalesce(sum(amount_centavos), 0), count(*) into total, lines from ledger_lines where entry_id = new.id;
  if total <> 0 or lines < 2 then
    raise exception 'ledger entry % does not balance: % over % lines', new.id, total, lines using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries deferrable initially deferred
  for each row execute function ledger_must_balance();

-- Lines join an entry only in the transaction that made it, so that a balanced entry stays balanced.
create function ledger_lines_come_with_entry() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from ledger_entries e where e.id = new.entry_id and e.made_in = pg_current_xact_id()) then
    raise exception 'ledger lines are written with their entry' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_lines_with_entry before insert on ledger_lines for each row execute function ledger_lines_come_with_entry();

create trigger ledger_entries_stay before update or delete on ledger_entries for each row execute function refuse_change();
create trigger ledger_lines_stay before update or delete on ledger_lines for each row execute function refuse_change();
create trigger ledger_entries_stay_whole before truncate on ledger_entries for each statement execute function refuse_change();
create trigger ledger_lines_stay_whole before truncate on ledger_lines for each statement execute function refuse_change();

grant select, insert (id, kind, fact_key, borrower_id, loan_id, happened_at, recorded_at, business_on) on ledger_entries to sandali_app;
grant select, insert on ledger_lines to sandali_app;
-- Accounts are opened by the app; their balance only moves through the trigger. The update of `kind` is what FOR UPDATE needs.
grant select, insert (kind, owner_id, keeps), update (kind) on ledger_accounts to sandali_app;
create function ledger_account_stays() returns trigger language plpgsql as $$
begin
  if (new.kind, new.owner_id, new.keeps) is distinct from (old.kind, old.owner_id, old.keeps) then
    raise exception 'a ledger account keeps its kind and owner' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_accounts_stay before update on ledger_accounts for each row execute function ledger_account_stays();
create trigger ledger_accounts_not_deleted before delete on ledger_accounts for each row execute function refuse_change();
create trigger ledger_accounts_stay_whole before truncate on ledger_accounts for each statement execute function refuse_change();
