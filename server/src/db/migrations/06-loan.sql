-- Payout accounts, coupons, quotes, loans and bills.

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
  removed_at timestamptz,
  -- Until this instant (business time), the account does not receive payouts, because it was added
  -- in a session opened with a code alone.
  held_until timestamptz check (held_until > added_at),
  constraint payout_accounts_gone_is_no_default check (removed_at is null or not is_default),
  unique (id, borrower_id)
);
comment on table payout_accounts is
  'Accounts to which a borrower may be paid. Numbers and names are sealed; only the last four '
  'digits are ever shown.';
create unique index payout_accounts_once on payout_accounts (borrower_id, provider_id, number_hash)
  where removed_at is null;
create unique index payout_accounts_default on payout_accounts (borrower_id, kind) where is_default
  and removed_at is null;
create index payout_accounts_of_borrower on payout_accounts (borrower_id);
create trigger payout_accounts_need_an_account before insert on payout_accounts for each row
  execute function require_account();
comment on trigger payout_accounts_need_an_account on payout_accounts is
  'An erased account accepts no new rows.';

create function payout_accounts_are_removed_once() returns trigger language plpgsql as $$
begin
  if old.removed_at is not null then
    raise exception 'a removed payout account cannot be restored'
      using errcode = 'restrict_violation';
  end if;
  if (exists (select 1 from loans l where l.account_id = new.id
    and l.state = any (states_before('loan', 'success')))
    or exists (select 1 from refunds f where f.account_id = new.id and f.state = 'ordered')) then
    raise exception 'money is on its way to this payout account'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_accounts_are_removed_once before update on payout_accounts for each row
  when (new.removed_at is distinct from old.removed_at)
    execute function payout_accounts_are_removed_once();
comment on trigger payout_accounts_are_removed_once on payout_accounts is
  'A removed payout account never comes back, and none is removed while money is on its way to it.';

grant select, insert, update (is_default, removed_at) on payout_accounts to sandali_app;

create table coupons (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  -- The occasion, with the name of the campaign or, for a repeated grant, the loan. Unique per
  -- borrower.
  grant_key text not null check (length(grant_key) between 1 and 60),
  occasion text not null check (occasion in ('welcome', 'firstRepayment', 'campaign')),
  kind text not null check (kind in ('serviceFee', 'interest')),
  amount_centavos bigint not null check (amount_centavos > 0),
  minimum_loan_centavos bigint not null check (minimum_loan_centavos >= 0),
  -- The first and the last Manila day on which the coupon can be used.
  starts_on date not null,
  ends_on date not null,
  granted_at timestamptz not null,
  granted_by text not null,
  voided_at timestamptz,
  voided_by text,
  unique (borrower_id, grant_key),
  check (starts_on <= ends_on),
  check ((voided_at is null) = (voided_by is null)),
  unique (id, borrower_id)
);
comment on table coupons is
  'Coupons. Their terms never change. Each use is a separate row, so that a released coupon keeps '
  'its history.';

create function coupons_are_voided_once() returns trigger language plpgsql as $$
begin
  if old.voided_at is not null then
    raise exception 'a coupon can be voided only once' using errcode = 'restrict_violation';
  end if;
  if exists (select 1 from coupon_redemptions u where u.coupon_id = old.id
    and u.released_at is null) then
    raise exception 'a coupon that a loan uses cannot be voided'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger coupons_are_voided_once before update on coupons for each row
  execute function coupons_are_voided_once();
comment on trigger coupons_are_voided_once on coupons is
  'A coupon is voided once, and never while a loan uses it.';
create trigger coupons_need_an_account before insert on coupons for each row
  execute function require_account();
comment on trigger coupons_need_an_account on coupons is 'An erased account accepts no new rows.';

grant select, insert, update (voided_at, voided_by) on coupons to sandali_app;

create table catalogues (
  -- "<id> <version>", as quotes name the catalogue.
  name text primary key,
  id text not null,
  version integer not null check (version > 0),
  content jsonb not null,
  -- The price rule that the catalogue was checked against when it was first loaded.
  legal_rule text not null,
  loaded_at timestamptz not null,
  unique (id, version),
  check (name = id || ' ' || version),
  check (content ->> 'id' = id and (content ->> 'version')::integer = version)
);
comment on table catalogues is
  'The product catalogues of quotes and loans. A quote names one; the contents of a name '
  'never change.';

grant select, insert on catalogues to sandali_app;

create table quotes (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  account_id uuid,
  principal_centavos bigint not null check (principal_centavos > 0),
  term_days integer not null check (term_days > 0),
  channel text not null,
  facts jsonb not null,
  catalogue text not null,
  legal_rule text not null,
  disclosure_version text not null,
  disclosure_hash bytea not null,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  coupon_id uuid,
  -- The language of the disclosure statement that the borrower signs for this price.
  locale text not null,
  constraint quotes_catalogue_kept foreign key (catalogue) references catalogues,
  -- The account and the coupon belong to the borrower.
  foreign key (account_id, borrower_id) references payout_accounts (id, borrower_id),
  foreign key (coupon_id, borrower_id) references coupons (id, borrower_id),
  unique (id, borrower_id)
);
comment on table quotes is 'Prices as they were offered, each for a limited time.';
create index quotes_by_end on quotes (ends_at, id);
create index quotes_of_borrower on quotes (borrower_id, made_at desc);
-- For deletions of accounts and coupons, which check every table that may reference the row.
create index quotes_to_account on quotes (account_id);
create index quotes_with_coupon on quotes (coupon_id) where coupon_id is not null;
create trigger quotes_need_an_account before insert on quotes for each row
  execute function require_account();
comment on trigger quotes_need_an_account on quotes is 'An erased account accepts no new rows.';

grant select, insert, delete on quotes to sandali_app;

create table loans (
  id uuid primary key,
  borrower_id uuid not null,
  -- A quote can become at most one loan.
  quote_id uuid not null unique,
  reference_no text not null unique,
  state text not null,
  principal_centavos bigint not null check (principal_centavos > 0),
  term_days integer not null check (term_days > 0),
  channel text not null,
  interest_centavos bigint not null check (interest_centavos >= 0),
  interest_coupon_centavos bigint not null default 0 check (interest_coupon_centavos >= 0),
  service_fee_centavos bigint not null check (service_fee_centavos >= 0),
  channel_fee_centavos bigint not null check (channel_fee_centavos >= 0),
  -- The agreed rates, from which every later amount is computed.
  interest_per_day_bps integer not null check (interest_per_day_bps >= 0),
  late_charge_per_month_bps integer not null check (late_charge_per_month_bps >= 0),
  service_fee_bps integer not null check (service_fee_bps >= 0),
  arrival_centavos bigint not null check (arrival_centavos > 0),
  account_id uuid,
  receiver_label text not null,
  receiver_last4 text not null,
  receiver_mark text not null,
  -- The agreement: the text shown (hash, version), its language, the session.
  disclosure_hash bytea not null,
  disclosure_version text not null,
  agreement_locale text not null,
  agreement_session_hash bytea not null,
  legal_rule text not null,
  signed_at timestamptz not null,
  failure text,
  -- For a loan that waits for the end of a hold: when the hold ends. The worker skips the loan
  -- until then.
  look_again_at timestamptz,
  check (arrival_centavos = principal_centavos - service_fee_centavos - channel_fee_centavos),
  unique (id, borrower_id, disclosure_hash),
  unique (id, borrower_id),
  -- The quote and the account belong to the borrower.
  foreign key (quote_id, borrower_id) references quotes (id, borrower_id),
  foreign key (account_id, borrower_id) references payout_accounts (id, borrower_id)
);
comment on table loans is
  'Loans as signed. What is owed is never stored: it follows from these facts and the day.';
create index loans_of_borrower on loans (borrower_id, signed_at desc);
create index loans_to_approve on loans (signed_at, id) where state in ('submitting', 'approving');
create index loans_to_account on loans (account_id);
create index loans_by_signing on loans (signed_at);

create trigger loans_move before insert or update of state on loans for each row
  execute function follow_transitions('loan');
comment on trigger loans_move on loans is 'A loan changes state only along its transitions.';

create function loans_need_a_free_line() returns trigger language plpgsql as $$
begin
  if exists (select from line_holds where borrower_id = new.borrower_id and cleared_at is null) then
    raise exception 'a held line allows no new loan' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger loans_need_a_free_line before insert on loans for each row
  execute function loans_need_a_free_line();
comment on trigger loans_need_a_free_line on loans is 'No loan is made on a held line.';

create function loans_have_a_signed_agreement() returns trigger language plpgsql as $$
begin
  if not exists (select from signed_agreements t where t.loan_id = new.id) then
    raise exception 'a loan needs its signed agreement'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger loans_have_a_signed_agreement after insert on loans
  deferrable initially deferred
  for each row execute function loans_have_a_signed_agreement();
comment on trigger loans_have_a_signed_agreement on loans is
  'A loan exists only with the text that was agreed to.';

create function loans_cancel_before_payout() returns trigger language plpgsql as $$
begin
  if exists (select 1 from payouts p where p.kind = 'loan' and p.subject_id = new.id
    and p.state <> 'cancelled') then
    raise exception 'a loan whose payout is under way cannot be cancelled'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger loans_cancel_before_payout before update of state on loans for each row
  when (new.state = 'cancelled' and old.state <> 'cancelled')
    execute function loans_cancel_before_payout();
comment on trigger loans_cancel_before_payout on loans is
  'A cancelled loan has no order that could still be sent.';

create function loans_need_an_account() returns trigger language plpgsql as $$
begin
  if exists (select 1 from payout_accounts a where a.id = new.account_id
    and a.removed_at is not null) then
    raise exception 'this payout account was removed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger loans_need_an_account before insert on loans for each row
  when (new.account_id is not null)
  execute function loans_need_an_account();
comment on trigger loans_need_an_account on loans is 'No loan goes to a removed payout account.';

create function loans_need_no_write_off() returns trigger language plpgsql as $$
begin
  if exists (select from bills b where b.borrower_id = new.borrower_id
    and b.written_off_on is not null) then
    raise exception 'the line of a borrower with a write-off stays closed'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger loans_need_no_write_off before insert on loans for each row
  execute function loans_need_no_write_off();
comment on trigger loans_need_no_write_off on loans is
  'The line of a borrower with a write-off stays closed.';

create function loans_need_no_claim() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_accounts a where a.kind = 'borrower.takenBack'
    and a.owner_id = new.borrower_id and a.balance_centavos > 0) then
    raise exception 'a borrower who owes a claim cannot sign a new loan'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger loans_need_no_claim before insert on loans for each row
  execute function loans_need_no_claim();
comment on trigger loans_need_no_claim on loans is
  'Nobody borrows while they owe money beside their bills that a gateway took back.';

create function loans_wait_after_returns() returns trigger language plpgsql as $$
declare
  days date[];
  signed_on date := (new.signed_at at time zone 'Asia/Manila')::date;
begin
  select array_agg(settled_on order by settled_on desc) into days from (
    select settled_on from bills where borrower_id = new.borrower_id and settled_as = 'cooledOff'
      order by settled_on desc limit 2
  ) as newest;
  if cardinality(days) = 2 and days[1] - days[2] <= rule('returnsWithinDays', signed_on)
    and signed_on - days[1] < rule('returnsWaitDays', signed_on) then
    raise exception 'after two returned loans, the borrower must wait for the next one'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger loans_wait_after_returns before insert on loans for each row
  execute function loans_wait_after_returns();
comment on trigger loans_wait_after_returns on loans is
  'After two loans returned within the days of the rule returnsWithinDays, the next loan waits.';

grant select, insert, update (state, failure, look_again_at) on loans to sandali_app;

create table lending_days (
  -- A lending day lasts from 10:00 in Manila to 10:00 on the next day.
  day date primary key,
  -- The principal of the loans signed on this day, excluding failed and cancelled loans.
  lent_centavos bigint not null check (lent_centavos >= 0)
);
comment on table lending_days is
  'Principal lent per lending day with a budget. A day without a budget has no row, and its loans '
  'do not wait for each other.';

grant select on lending_days to sandali_app;

create function lent_since(begins timestamptz) returns bigint language plpgsql stable as $$
begin
  return coalesce(
    (select lent_centavos from lending_days where day = (begins at time zone 'Asia/Manila')::date),
    (select sum(principal_centavos)::bigint from loans where signed_at >= begins
      and state not in ('cancelled', 'failed')), 0);
end $$;
comment on function lent_since(timestamptz) is
  'Principal lent on the lending day that begins at an instant. A function, because inlined in a '
  'statement it would be planned each time as a sum over all loans.';

create function loans_keep_to_the_budget() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as $$
declare
  budget bigint;
  lending_day date := (new.signed_at at time zone 'Asia/Manila' - interval '10 hours')::date;
  begins timestamptz := (lending_day + time '10:00') at time zone 'Asia/Manila';
begin
  select (value #>> '{}')::bigint into budget from public.settings
    where name = 'dailyBudgetCentavos';
  if budget is null or exists (select from public.lending_days where day = lending_day) then
    perform pg_advisory_xact_lock_shared(hashtext('sandali lending days'));
  else
    -- Take the lock exclusively, so that no other loan of the day begins or ends while the sum is
    -- computed.
    perform pg_advisory_xact_lock(hashtext('sandali lending days'));
    insert into public.lending_days (day, lent_centavos)
      select lending_day, coalesce(sum(principal_centavos), 0) from public.loans
      where signed_at >= begins and signed_at < begins + interval '1 day'
        and state not in ('failed', 'cancelled') and id <> new.id
      on conflict do nothing;
  end if;
  update public.lending_days set lent_centavos = lent_centavos + new.principal_centavos
    where day = lending_day
      and (budget is null or lent_centavos + new.principal_centavos <= budget);
  if not found and budget is not null then
    -- The message names the refusal, and the detail contains its values. Before 10:00, the next
    -- lending day begins on the same day.
    raise exception 'budgetSpent' using errcode = 'SR001',
      detail = case when lending_day < (new.signed_at at time zone 'Asia/Manila')::date
        then '{"opens": "today"}' else '{}' end;
  end if;
  return null;
end $$;
create constraint trigger loans_keep_to_the_budget after insert on loans
  deferrable initially deferred
  for each row execute function loans_keep_to_the_budget();
comment on trigger loans_keep_to_the_budget on loans is
  'Loans of a lending day stay within its budget, if it has one. Checked at commit, so that the '
  'lock is short.';

create function loans_free_the_budget() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('sandali lending days'));
  update public.lending_days set lent_centavos = lent_centavos - new.principal_centavos
    where day = (new.signed_at at time zone 'Asia/Manila' - interval '10 hours')::date;
  return null;
end $$;
create constraint trigger loans_free_the_budget after update of state on loans
  deferrable initially deferred
  for each row
    when (new.state in ('failed', 'cancelled') and old.state not in ('failed', 'cancelled'))
    execute function loans_free_the_budget();
comment on trigger loans_free_the_budget on loans is
  'A failed or cancelled loan gives its share of the day''s budget back.';

create table loan_state_changes (
  loan_id uuid not null references loans,
  number integer not null,
  state text not null,
  at timestamptz not null,
  who text not null,
  reason text not null,
  primary key (loan_id, number)
);
comment on table loan_state_changes is 'Every state of a loan, with who changed it and why.';

grant select, insert on loan_state_changes to sandali_app;

create table signed_agreements (
  loan_id uuid primary key,
  borrower_id uuid not null,
  -- SHA-256 of the text.
  hash bytea not null check (octet_length(hash) = 32),
  text_sealed bytea not null,
  -- The text must be the one that the borrower signed.
  foreign key (loan_id, borrower_id, hash) references loans (id, borrower_id, disclosure_hash)
);
comment on table signed_agreements is
  'Signed texts: the JSON of disclosure statement and loan agreement, sealed because it names the '
  'borrower. docs/decisions/0013.';
create index signed_agreements_of_borrower on signed_agreements (borrower_id);

grant select, insert on signed_agreements to sandali_app;

create table coupon_redemptions (
  loan_id uuid primary key references loans,
  coupon_id uuid not null references coupons,
  reserved_at timestamptz not null,
  redeemed_at timestamptz,
  released_at timestamptz
);
comment on table coupon_redemptions is
  'Uses of coupons: reserved for a loan, redeemed by it, or released.';
-- A coupon has at most one active use.
create unique index coupon_redemptions_once on coupon_redemptions (coupon_id)
  where released_at is null;
create index coupon_redemptions_of_coupon on coupon_redemptions (coupon_id);

create function coupon_redemptions_are_valid() returns trigger language plpgsql as $$
declare
  coupon coupons;
begin
  if tg_op = 'INSERT' then
    -- Lock the coupon's row against concurrent voiding.
    select * into coupon from coupons c where c.id = new.coupon_id for no key update;
    if coupon.voided_at is not null then
      raise exception 'a voided coupon cannot be used' using errcode = 'restrict_violation';
    end if;
    if (new.reserved_at at time zone 'Asia/Manila')::date
      not between coupon.starts_on and coupon.ends_on then
      raise exception 'a coupon can be used only on its valid days'
        using errcode = 'restrict_violation';
    end if;
    if not exists (select 1 from loans l where l.id = new.loan_id
      and l.borrower_id = coupon.borrower_id) then
      raise exception 'a coupon can be used only for a loan of its owner'
        using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.released_at is not null or (old.redeemed_at is not null and new.redeemed_at
    is distinct from old.redeemed_at) then
    raise exception 'a coupon can be redeemed once and released once'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger coupon_redemptions_are_valid before insert or update on coupon_redemptions
  for each row execute function coupon_redemptions_are_valid();
comment on trigger coupon_redemptions_are_valid on coupon_redemptions is
  'A coupon applies to loans of its owner, on its days, unless voided, and is redeemed and '
  'released once.';

grant select, insert (loan_id, coupon_id, reserved_at), update (redeemed_at, released_at)
  on coupon_redemptions to sandali_app;

create table bills (
  loan_id uuid primary key,
  borrower_id uuid not null,
  arrived_at timestamptz not null,
  arrived_on date not null,
  due_on date not null,
  last_free_on date not null,
  -- Interest and late charge are posted to the ledger up to this day.
  charged_to date not null,
  settled_on date,
  settled_at timestamptz,
  -- A state of transitions; null while the bill is open.
  settled_as text check (settled_as <> 'open'),
  -- When the borrower first asked to return the loan, and the last value date (Manila) on which a
  -- payment counts for the return.
  return_asked_at timestamptz,
  return_ends_on date,
  -- The day on which two people wrote off the bill. From then on, the borrower cannot get another
  -- loan, even after paying this bill.
  written_off_on date,
  -- The waived remainder, less than a peso, which no channel accepts (docs/decisions/0032). At most
  -- one per loan.
  remainder_centavos bigint not null default 0 constraint bills_waive_less_than_a_peso
    check (remainder_centavos between 0 and 99),
  check (due_on > arrived_on),
  check (last_free_on >= due_on),
  check ((settled_at is null) = (settled_as is null)
    and (settled_at is null) = (settled_on is null)),
  check ((return_asked_at is null) = (return_ends_on is null)),
  check (return_ends_on >= arrived_on),
  check (settled_as is distinct from 'cooledOff'
    or (return_ends_on is not null and settled_on <= return_ends_on)),
  check (settled_as is distinct from 'writtenOff' or written_off_on is not null),
  check (written_off_on is null or settled_as in ('writtenOff', 'repaid', 'void')),
  constraint bills_waive_the_last
    check (remainder_centavos = 0 or settled_as is not distinct from 'repaid'),
  unique (loan_id, borrower_id),
  foreign key (loan_id, borrower_id) references loans (id, borrower_id)
);
comment on table bills is
  'Bills: the amounts to repay of a disbursed loan, and their dates. What is owed is never stored: '
  'it follows from these facts and the day.';
create index bills_open on bills (borrower_id, due_on) where settled_at is null;
create index bills_of_borrower on bills (borrower_id);
-- Finds open bills due on a day.
create index bills_open_by_due on bills (due_on) where settled_at is null;
-- Finds the bills that a day close still has to charge, in processing order.
create index bills_to_charge on bills (charged_to, loan_id) where settled_at is null;
create index bills_by_due_day on bills (due_on);
create index bills_by_arrival on bills (arrived_on);
create index bills_written_off on bills (borrower_id) where written_off_on is not null;
-- Finds overdue bills, reminders of the last free day, and bills whose last free day is a holiday.
create index bills_overdue on bills (last_free_on, loan_id) where settled_at is null;
-- A holiday proclaimed after its day moves last free days by one. Finds the bills that received a
-- late charge one day too early, including bills repaid or extended since.
create index bills_repaid_late on bills (last_free_on) where settled_as = 'repaid'
  and settled_on > last_free_on;
create index bills_returned on bills (borrower_id, settled_on desc) where settled_as = 'cooledOff';

create function bills_keep_their_days() returns trigger language plpgsql as $$
begin
  if exists (select from extensions e where e.loan_id = new.loan_id and e.taken_back_on is not null
    and e.due_on = old.due_on
      and e.from_due_on = new.due_on and e.back_last_free_on = new.last_free_on
        and new.due_on < old.due_on) then
    return new;
  end if;
  if new.last_free_on < old.last_free_on then
    raise exception 'the last free day of a bill can only move later'
      using errcode = 'restrict_violation';
  end if;
  if new.due_on <> old.due_on and not exists (select from extensions e where e.loan_id = new.loan_id
    and e.state = 'success'
      and e.from_due_on = old.due_on and e.from_last_free_on = old.last_free_on
        and e.due_on = new.due_on and e.last_free_on = new.last_free_on) then
    raise exception 'a due date can move only with a paid extension'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bills_keep_their_days before update on bills for each row
  execute function bills_keep_their_days();
comment on trigger bills_keep_their_days on bills is
  'A bill''s due date moves only with a paid extension, or back if its fee is reversed. Its last '
  'free day only moves later.';

create function bills_keep_their_end() returns trigger language plpgsql as $$
declare
  was text := case tg_op when 'INSERT' then 'open' else coalesce(old.settled_as, 'open') end;
  becomes text := coalesce(new.settled_as, 'open');
begin
  if becomes <> was and not may_move('bill', was, becomes) then
    raise exception 'a bill cannot change from % to %', was, becomes
      using errcode = 'restrict_violation';
  end if;
  if tg_op = 'INSERT' then return new; end if;
  if old.return_asked_at is not null and (new.return_asked_at is distinct from old.return_asked_at
    or new.return_ends_on < old.return_ends_on) then
    raise exception 'a requested return cannot be withdrawn, and its last day can only move later'
      using errcode = 'restrict_violation';
  end if;
  -- Only a reversal reopens a repaid bill, or turns a repaid loss into a loss again.
  if was = 'repaid' and becomes in ('open', 'writtenOff') and (
    (becomes = 'writtenOff') <> (old.written_off_on is not null)
    or not exists (select from payment_allocations a where a.loan_id = new.loan_id
      and a.reversal_id is not null)) then
    raise exception 'a bill cannot change from % to %', was, becomes
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bills_keep_their_end before insert or update on bills for each row
  execute function bills_keep_their_end();
comment on trigger bills_keep_their_end on bills is
  'A requested return stays, its last day never moves earlier, and an end changes only through '
  'money that is known late.';

create function bills_extended_are_not_returned() returns trigger language plpgsql as $$
begin
  if exists (select from extensions e where e.loan_id = new.loan_id and e.state = 'success') then
    raise exception 'an extended loan cannot be returned' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bills_extended_are_not_returned before update of settled_as on bills for each row
  when (new.settled_as = 'cooledOff' and old.settled_as is distinct from 'cooledOff')
    execute function bills_extended_are_not_returned();
comment on trigger bills_extended_are_not_returned on bills is
  'An extension ends the right to return the loan.';

create function bills_are_written_off_by_two_people() returns trigger language plpgsql as $$
begin
  if old.written_off_on is not null then
    raise exception 'a written-off bill stays written off' using errcode = 'restrict_violation';
  end if;
  if not exists (select from bill_decisions d where d.loan_id = new.loan_id and d.kind = 'writeOff'
    and d.state = 'confirmed'
      and d.value_on = new.written_off_on) then
    raise exception 'writing off a bill needs two people' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bills_are_written_off_by_two_people before update of written_off_on on bills
  for each row
  when (new.written_off_on is distinct from old.written_off_on)
    execute function bills_are_written_off_by_two_people();
comment on trigger bills_are_written_off_by_two_people on bills is
  'Two people write a bill off, permanently.';

grant select, insert, update (due_on, last_free_on, charged_to, settled_on, settled_at, settled_as,
  return_asked_at, return_ends_on, written_off_on,
  remainder_centavos) on bills to sandali_app;
