-- Accounts a borrower may be paid to. Numbers and names are sealed; the last four digits are what anybody is shown.

create table payout_accounts (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  kind text not null check (kind in ('bank', 'wallet')),
  provider_id text not null,
  owner_name_sealed bytea not null,
  number_sealed bytea not null,
  number_hash bytea not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  phone_sealed bytea not null,
  is_default boolean not null default false,
  added_at timestamptz not null,
  removed_at timestamptz
);
create unique index payout_accounts_once on payout_accounts (borrower_id, provider_id, number_hash) where removed_at is null;
create index payout_accounts_of_borrower on payout_accounts (borrower_id) where removed_at is null;
create unique index payout_accounts_default on payout_accounts (borrower_id, kind) where is_default and removed_at is null;

grant select, insert, update on payout_accounts to sandali_app;
