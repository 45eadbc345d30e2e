-- Quotes, loans, their states as a record, and bills. What is owed is never stored: it follows from these facts and the day.

create table quotes (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  account_id uuid references payout_accounts,
  principal_centavos bigint not null check (principal_centavos > 0),
  term_days integer not null check (term_days > 0),
  channel text not null,
  facts jsonb not null,
  catalogue text not null,
  legal_rule text not null,
  disclosure_version text not null,
  disclosure_hash bytea not null,
  made_at timestamptz not null,
  ends_at timestamptz not null
);
create index quotes_by_end on quotes (ends_at);

create table loans (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  -- A quote becomes one loan at most.
  quote_id uuid not null unique references quotes,
  reference_no text not null unique,
  state text not null check (state in ('submitting', 'approving', 'paying', 'bankProcessing', 'success', 'failed', 'cancelled', 'reversed')),
  principal_centavos bigint not null check (principal_centavos > 0),
  term_days integer not null check (term_days > 0),
  channel text not null,
  interest_centavos bigint not null check (interest_centavos >= 0),
  interest_coupon_centavos bigint not null default 0 check (interest_coupon_centavos >= 0),
  service_fee_centavos bigint not null check (service_fee_centavos >= 0),
  channel_fee_centavos bigint not null check (channel_fee_centavos >= 0),
  -- The rates of the agreement, from which everything later is computed.
  interest_per_day_bps integer not null check (interest_per_day_bps >= 0),
  late_charge_per_month_bps integer not null check (late_charge_per_month_bps >= 0),
  service_fee_bps integer not null check (service_fee_bps >= 0),
  arrival_centavos bigint not null check (arrival_centavos > 0),
  account_id uuid references payout_accounts,
  receiver_label text not null,
  receiver_last4 text not null,
  receiver_mark text not null,
  -- The agreement: what was shown (hash, version), in which language, in which session.
  disclosure_hash bytea not null,
  disclosure_version text not null,
  agreement_locale text not null,
  agreement_session_hash bytea not null,
  legal_rule text not null,
  signed_at timestamptz not null,
  failure text,
  check (arrival_centavos = principal_centavos - service_fee_centavos - channel_fee_centavos)
);
create index loans_of_borrower on loans (borrower_id, signed_at desc);
create index loans_to_approve on loans (signed_at) where state in ('submitting', 'approving');

create table loan_changes (
  loan_id uuid not null references loans,
  number integer not null,
  state text not null,
  at timestamptz not null,
  who text not null,
  why text not null,
  primary key (loan_id, number)
);
create trigger loan_changes_stay before update or delete on loan_changes for each row execute function refuse_change();

-- The loan machine, held by the database as well as by the program.
create function loan_state_moves() returns trigger language plpgsql as $$
begin
  if new.state = old.state then return new; end if;
  if not (case old.state
    when 'submitting' then new.state in ('approving', 'cancelled')
    when 'approving' then new.state in ('paying', 'cancelled', 'failed')
    when 'paying' then new.state in ('bankProcessing', 'success', 'failed')
    when 'bankProcessing' then new.state in ('success', 'failed')
    when 'success' then new.state in ('reversed')
    else false end) then
    raise exception 'a loan does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger loans_move before update of state on loans for each row execute function loan_state_moves();

create table bills (
  loan_id uuid primary key references loans,
  borrower_id uuid not null references borrowers,
  arrived_at timestamptz not null,
  arrived_on date not null,
  due_on date not null,
  last_free_on date not null,
  -- The day up to which interest and late charge stand in the ledger.
  charged_to date not null,
  settled_on date,
  settled_at timestamptz,
  settled_as text check (settled_as in ('repaid', 'cooledOff', 'writtenOff', 'void')),
  check (due_on > arrived_on),
  check (last_free_on >= due_on),
  check ((settled_at is null) = (settled_as is null) and (settled_at is null) = (settled_on is null))
);
create index bills_open on bills (borrower_id, due_on) where settled_at is null;

-- Money that was booked on a bill, by its value date. How it is shared over late charge, interest and principal is not stored: it follows
-- from these rows, in the order of value dates. A payment valued before others may free part of them; that part is taken off again by a
-- row below zero that names the same source. `source_id` is a receipt.
create table bill_money (
  id uuid primary key,
  loan_id uuid not null references bills,
  borrower_id uuid not null references borrowers,
  source_id uuid not null,
  value_on date not null,
  amount_centavos bigint not null check (amount_centavos <> 0),
  entry_id uuid not null references ledger_entries,
  booked_at timestamptz not null
);
create index bill_money_of_loan on bill_money (loan_id);
create trigger bill_money_stays before update or delete on bill_money for each row execute function refuse_change();

grant select, insert, delete on quotes to sandali_app;
grant select, insert, update on loans, bills to sandali_app;
grant select, insert on loan_changes, bill_money to sandali_app;
