-- Money in: codes that were asked for, and receipts, which are booked once each wherever they belong.

create table repayment_codes (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  -- Null for a permanent code, which belongs to the person and not to a bill.
  loan_id uuid references loans,
  channel text not null,
  amount_centavos bigint check (amount_centavos > 0),
  gateway text not null,
  gateway_id text,
  code text,
  payload text,
  asked_at timestamptz not null,
  given_at timestamptz,
  ends_at timestamptz,
  replaced_at timestamptz,
  refused_at timestamptz,
  -- Claiming, in real time.
  look_at timestamptz not null,
  lease_until timestamptz,
  attempts integer not null default 0,
  check ((given_at is null) = (code is null)),
  check (loan_id is not null or amount_centavos is null)
);
create unique index repayment_codes_live on repayment_codes (loan_id, channel) where replaced_at is null and refused_at is null and loan_id is not null;
create index repayment_codes_to_make on repayment_codes (look_at) where given_at is null and refused_at is null and replaced_at is null;
create index repayment_codes_of_borrower on repayment_codes (borrower_id, asked_at desc);
create unique index repayment_codes_at_gateway on repayment_codes (gateway, gateway_id) where gateway_id is not null;

create table receipts (
  id uuid primary key,
  gateway text not null,
  gateway_payment_id text not null,
  code_id uuid references repayment_codes,
  borrower_id uuid references borrowers,
  channel text not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  paid_at timestamptz not null,
  -- The Manila day on which the money counts.
  value_on date not null,
  booked_at timestamptz not null,
  entry_id uuid not null unique references ledger_entries,
  unique (gateway, gateway_payment_id)
);
create index receipts_of_code on receipts (code_id);
create trigger receipts_stay before update or delete on receipts for each row execute function refuse_change();

grant select, insert, update on repayment_codes to sandali_app;
grant select, insert on receipts to sandali_app;
