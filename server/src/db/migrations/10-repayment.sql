-- Incoming money: payment codes, receipts, allocations, extensions, transfers, suspense, claims and
-- refunds.

create table repayment_codes (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  -- Null for a permanent code, which belongs to the borrower and to no bill.
  loan_id uuid,
  channel text not null,
  amount_centavos bigint check (amount_centavos > 0),
  gateway text not null,
  gateway_id text,
  code text,
  payload text,
  asked_at timestamptz not null,
  issued_at timestamptz,
  ends_at timestamptz,
  replaced_at timestamptz,
  refused_at timestamptz,
  -- A worker's lease, in wall time.
  next_attempt_at timestamptz not null,
  lease_until timestamptz,
  attempts integer not null default 0,
  purpose text not null default 'bill' check (purpose in ('bill', 'coolingOff', 'extension')),
  extension_id uuid,
  -- Wallets and cards pay on a page that the code links to, and the gateway reports progress. Only
  -- receipts are booked, not progress.
  link text check (length(link) between 1 and 2000),
  progress text check (progress in ('inProgress', 'declined')),
  -- The next query to the gateway, in wall time; null if none is due.
  link_next_check_at timestamptz,
  link_checks integer not null default 0,
  -- The goal of a payment in parts. 'all' is the whole debt or return, computed when each part is
  -- requested; 'sum' is an amount chosen by the borrower. Null if no part follows.
  toward text check (toward in ('all', 'sum')),
  -- For a sum: the amount left to pay with this code and later ones.
  toward_centavos bigint,
  -- The previous part of the payment.
  follows_id uuid unique,
  part_number smallint not null default 1,
  check ((issued_at is null) = (code is null)),
  check (loan_id is not null or amount_centavos is null),
  check (purpose = 'bill' or (loan_id is not null and amount_centavos is not null
    and ends_at is not null)),
  check ((purpose = 'extension') = (extension_id is not null)),
  constraint repayment_codes_permanent_has_no_end
    check (loan_id is not null or (ends_at is null and replaced_at is null)),
  constraint repayment_codes_link_is_given check (link is null or issued_at is not null),
  constraint repayment_codes_progress_of_link
    check ((progress is null and link_next_check_at is null) or link is not null),
  check (toward is null or (loan_id is not null and amount_centavos is not null
    and purpose <> 'extension')),
  check ((toward is not distinct from 'sum') = (toward_centavos is not null)),
  check (toward_centavos > amount_centavos),
  check ((follows_id is null) = (part_number = 1)),
  constraint repayment_codes_parts_of_a_loan check (follows_id is null or loan_id is not null),
  unique (id, loan_id, channel, purpose),
  -- Parts of one payment share the bill, the channel and the purpose.
  foreign key (follows_id, loan_id, channel, purpose)
    references repayment_codes (id, loan_id, channel, purpose),
  foreign key (loan_id, borrower_id) references loans (id, borrower_id)
);
comment on table repayment_codes is 'Payment codes, by which a payment is recognized.';
create unique index repayment_codes_live on repayment_codes (loan_id, channel)
  where replaced_at is null and refused_at is null and loan_id is not null;
create index repayment_codes_to_make on repayment_codes (next_attempt_at) where issued_at is null
  and refused_at is null and replaced_at is null;
create index repayment_codes_of_borrower on repayment_codes (borrower_id, asked_at desc);
create unique index repayment_codes_at_gateway on repayment_codes (gateway, gateway_id)
  where gateway_id is not null;
create index repayment_codes_of_extension on repayment_codes (extension_id)
  where extension_id is not null;
create unique index repayment_codes_permanent on repayment_codes (borrower_id, channel, gateway)
  where loan_id is null and refused_at is null;
create index repayment_codes_links_to_look_at on repayment_codes (link_next_check_at)
  where link_next_check_at is not null;
create index repayment_codes_in_progress on repayment_codes (borrower_id)
  where progress = 'inProgress';
create unique index repayment_codes_of_own_bank on repayment_codes (code) where gateway = 'ownBank';
create index repayment_codes_by_code on repayment_codes (gateway, code) where code is not null;
create index repayment_codes_by_end on repayment_codes (ends_at) where ends_at is not null;

create function repayment_codes_are_issued_once() returns trigger language plpgsql as $$
begin
  raise exception 'an issued code never changes' using errcode = 'restrict_violation';
end $$;
create trigger repayment_codes_are_issued_once before update on repayment_codes for each row
  when (old.issued_at is not null and (old.issued_at, old.code, old.gateway_id)
    is distinct from (new.issued_at, new.code, new.gateway_id))
  execute function repayment_codes_are_issued_once();
comment on trigger repayment_codes_are_issued_once on repayment_codes is
  'An issued code never changes, so that money goes where its code says.';

create function repayment_codes_follow_money() returns trigger language plpgsql as $$
declare before repayment_codes%rowtype;
begin
  select * into before from repayment_codes where id = new.follows_id;
  if before.toward is null or before.part_number + 1 <> new.part_number then
    raise exception 'a part can follow only a part that left something to pay'
      using errcode = 'restrict_violation';
  end if;
  if not exists (select from receipts where code_id = new.follows_id) then
    raise exception 'the next part needs a payment of the previous one'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger repayment_codes_follow_money before insert on repayment_codes for each row
  when (new.follows_id is not null)
  execute function repayment_codes_follow_money();
comment on trigger repayment_codes_follow_money on repayment_codes is
  'The next part of a payment is requested once the previous one was paid and left something to '
  'pay.';

grant select, insert, update (gateway_id, code, payload, issued_at, ends_at, replaced_at,
  refused_at, next_attempt_at, lease_until, attempts, link, progress,
  link_next_check_at, link_checks) on repayment_codes to sandali_app;

create table receipts (
  id uuid primary key,
  gateway text not null,
  gateway_payment_id text not null,
  code_id uuid references repayment_codes,
  borrower_id uuid references borrowers,
  channel text not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  paid_at timestamptz not null,
  -- The value date, a Manila day.
  value_on date not null,
  booked_at timestamptz not null,
  entry_id uuid not null unique references ledger_entries,
  -- The code as the payer typed it.
  code_typed text,
  -- An ISO 4217 code.
  currency text not null default 'PHP' check (currency ~ '^[A-Z]{3}$'),
  unique (gateway, gateway_payment_id)
);
comment on table receipts is 'Receipts, each booked exactly once.';
create index receipts_of_code on receipts (code_id);
create index receipts_of_borrower on receipts (borrower_id) where borrower_id is not null;
create index receipts_of_nobody on receipts (paid_at, id) where borrower_id is null;
create index receipts_by_gateway_day on receipts (gateway, value_on);

create function receipts_of_own_bank_take_two_people() returns trigger language plpgsql as $$
begin
  if new.currency <> 'PHP' then
    raise exception 'our own account accepts only pesos' using errcode = 'restrict_violation';
  end if;
  if not exists (select from bank_transfers t where t.bank_reference = new.gateway_payment_id
    and t.state = 'confirmed'
    and (t.code_id, t.borrower_id, t.amount_centavos, t.paid_on)
      is not distinct from (new.code_id, new.borrower_id, new.amount_centavos, new.value_on)
    and (t.code_id is not null or t.code_typed is not distinct from new.code_typed)) then
    raise exception 'booking a transfer to our own account needs two people'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger receipts_of_own_bank_take_two_people before insert on receipts for each row
  when (new.gateway = 'ownBank') execute function receipts_of_own_bank_take_two_people();
comment on trigger receipts_of_own_bank_take_two_people on receipts is
  'Money arrives on our own account only if two people booked it, for its owner or into suspense; '
  'and only in pesos.';

create function receipts_get_an_owner_once() returns trigger language plpgsql as $$
begin
  if old.borrower_id is not null or new.borrower_id is null
    or not exists (select from suspense_decisions d where d.receipt_id = old.id and d.act = 'assign'
      and d.borrower_id = new.borrower_id
      and d.state = 'confirmed') then
    raise exception 'the owner of a receipt can be set only once, by two people'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger receipts_get_an_owner_once before update on receipts for each row
  execute function receipts_get_an_owner_once();
comment on trigger receipts_get_an_owner_once on receipts is
  'A receipt without an owner gets the one that two people named, once.';

grant select, insert, update (borrower_id) on receipts to sandali_app;

create table payment_reversals (
  id uuid primary key,
  gateway text not null,
  -- The gateway's id for the movement, as in its settlement report.
  movement_id text not null check (length(movement_id) between 1 and 100),
  receipt_id uuid not null references receipts,
  -- Whether the network reversed the payment, the payer's bank charged it back, or someone refunded
  -- it at the gateway.
  cause text not null check (cause in ('reversal', 'chargeback', 'refund')),
  amount_centavos bigint not null check (amount_centavos > 0),
  happened_at timestamptz not null,
  -- The Manila day on which the money left; never before the day it arrived.
  value_on date not null,
  booked_at timestamptz not null,
  entry_id uuid not null unique references ledger_entries,
  unique (gateway, movement_id)
);
comment on table payment_reversals is
  'Reversals of receipts, whole or partial: one row per movement at the gateway.';
create index payment_reversals_of_receipt on payment_reversals (receipt_id);
create index payment_reversals_by_booking on payment_reversals (booked_at, id);

create function payment_reversals_begin() returns trigger language plpgsql as $$
declare
  receipt receipts;
begin
  -- Lock the receipt, so that concurrent movements of one payment are counted in turn.
  select * into receipt from receipts r where r.id = new.receipt_id for no key update;
  if receipt.gateway <> new.gateway then
    raise exception 'a reversal must have the gateway of its payment'
      using errcode = 'restrict_violation';
  end if;
  if receipt.value_on > new.value_on then
    raise exception 'a reversal cannot be earlier than its payment'
      using errcode = 'restrict_violation';
  end if;
  if new.amount_centavos + (select coalesce(sum(amount_centavos), 0) from payment_reversals
    where receipt_id = new.receipt_id) > receipt.amount_centavos then
    raise exception 'reversals cannot exceed their payment' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payment_reversals_begin before insert on payment_reversals for each row
  execute function payment_reversals_begin();
comment on trigger payment_reversals_begin on payment_reversals is
  'A reversal has the gateway of its payment and is not earlier; together reversals do not exceed '
  'it.';
create trigger payment_reversals_append_only before update or delete on payment_reversals
  for each statement execute function refuse_change();
comment on trigger payment_reversals_append_only on payment_reversals is
  'Reversals are append-only.';

create function payment_reversals_are_booked() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_entries e join ledger_lines l on l.entry_id = e.id
    join ledger_accounts a on a.id = l.account_id
      where e.id = new.entry_id and e.kind = 'payment.reversed' and a.owner_id is null
        and a.kind in ('gateway.float', 'gateway.otherCurrency')
        and l.amount_centavos = -new.amount_centavos) then
    raise exception 'the entry of a reversal must deduct its amount at the gateway'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger payment_reversals_are_booked after insert on payment_reversals
  deferrable initially deferred
  for each row execute function payment_reversals_are_booked();
comment on trigger payment_reversals_are_booked on payment_reversals is
  'The entry of a reversal takes exactly its amount off our account at the gateway.';

grant select, insert on payment_reversals to sandali_app;

create table payment_allocations (
  id uuid primary key,
  loan_id uuid not null,
  borrower_id uuid not null,
  receipt_id uuid not null,
  value_on date not null,
  amount_centavos bigint not null check (amount_centavos <> 0),
  entry_id uuid not null references ledger_entries,
  booked_at timestamptz not null,
  -- Set for a reversal: `value_on` is then the day on which the borrower was notified, and the rows
  -- of the reversal sum to less than zero.
  reversal_id uuid references payment_reversals,
  foreign key (loan_id, borrower_id) references bills (loan_id, borrower_id)
);
comment on table payment_allocations is
  'Money booked on a bill, by value date. The shares of late charge, interest and principal are '
  'not stored: they follow from these rows in the order of value dates. A payment valued before '
  'others may free part of them; a negative row with the same source deducts that part. '
  '`receipt_id` is a receipt.';
create index payment_allocations_of_loan on payment_allocations (loan_id);
create index payment_allocations_of_receipt on payment_allocations (receipt_id);
create index payment_allocations_taken_back on payment_allocations (loan_id)
  where reversal_id is not null;

grant select, insert on payment_allocations to sandali_app;

create table extensions (
  id uuid primary key,
  loan_id uuid not null,
  borrower_id uuid not null,
  -- An offer that is still `feeDue` after its day counts as lapsed. It can succeed only through a
  -- payment that was made on that day and reported later.
  state text not null default 'feeDue',
  -- The Manila day of the offer, on which its fee must be paid.
  offered_on date not null,
  asked_at timestamptz not null,
  ends_at timestamptz not null,
  term_days integer not null check (term_days > 0),
  -- The unpaid principal, the price of the extended term, and the late charge up to the day of the
  -- offer.
  principal_centavos bigint not null check (principal_centavos > 0),
  interest_centavos bigint not null check (interest_centavos >= 0),
  service_fee_centavos bigint not null check (service_fee_centavos >= 0),
  fee_centavos bigint not null
    check (fee_centavos > 0 and fee_centavos = interest_centavos + service_fee_centavos),
  late_centavos bigint not null check (late_centavos >= 0),
  total_centavos bigint not null check (total_centavos = fee_centavos + late_centavos),
  -- The old and the new due date.
  from_due_on date not null,
  due_on date not null check (due_on = greatest(from_due_on, offered_on) + term_days),
  legal_rule text not null,
  ended_at timestamptz,
  -- For a successful extension: its ordinal, the receipt that paid it, and the last free days of
  -- the old and the new due date.
  number integer check (number between 1 and 3),
  receipt_id uuid references receipts deferrable initially deferred,
  from_last_free_on date check (from_last_free_on >= from_due_on),
  last_free_on date check (last_free_on >= due_on),
  -- If its fee was reversed: the Manila day on which the borrower was notified, and the bill's last
  -- free day since then.
  taken_back_on date,
  back_last_free_on date check (back_last_free_on >= from_due_on),
  check ((taken_back_on is null) = (back_last_free_on is null)
    and (taken_back_on is null or state = 'success')),
  check ((state = 'feeDue') = (ended_at is null)),
  check ((state = 'success') = (number is not null)),
  check ((number is null) = (receipt_id is null) and (number is null) = (from_last_free_on is null)
    and (number is null) = (last_free_on is null)),
  unique (id, loan_id, total_centavos),
  unique (id, borrower_id),
  foreign key (loan_id, borrower_id) references bills (loan_id, borrower_id)
);
comment on table extensions is
  'Extensions of bills (docs/decisions/0016): the offer that a borrower accepted and, once exactly '
  'its amount was paid on its day, the new due date.';
-- A bill has at most one offer per day; an offer is open only on its day.
create unique index extensions_open on extensions (loan_id, offered_on) where state = 'feeDue';
create unique index extensions_booked on extensions (loan_id, number) where state = 'success';
create unique index extensions_of_receipt on extensions (receipt_id) where receipt_id is not null;
create index extensions_of_loan on extensions (loan_id);
create index extensions_of_borrower on extensions (borrower_id, asked_at);
create index extensions_of_late on extensions (from_last_free_on) where state = 'success'
  and offered_on > from_last_free_on;
-- Codes, receipts and extensions reference each other in a cycle.
alter table repayment_codes add foreign key (extension_id, loan_id, amount_centavos)
  references extensions (id, loan_id, total_centavos);

create function extensions_begin() returns trigger language plpgsql as $$
begin
  if not exists (select from bills b where b.loan_id = new.loan_id and b.settled_at is null
    and b.due_on = new.from_due_on) then
    raise exception 'only an open bill can be extended, from its due date'
      using errcode = 'restrict_violation';
  end if;
  if (select count(*) from extensions e where e.loan_id = new.loan_id and e.state = 'success') >= 3
    then
    raise exception 'a loan can be extended at most three times'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger extensions_have_a_state before insert or update of state on extensions for each row
  execute function follow_transitions('extension');
comment on trigger extensions_have_a_state on extensions is
  'An extension''s state changes only along `transitions`.';
create trigger extensions_begin before insert on extensions for each row
  execute function extensions_begin();
comment on trigger extensions_begin on extensions is
  'Only an open bill is extended, from its due date, and at most three times.';

create function extensions_move() returns trigger language plpgsql as $$
begin
  if old.state = 'success' and new.from_last_free_on > old.from_last_free_on
     and to_jsonb(new) - 'from_last_free_on' = to_jsonb(old) - 'from_last_free_on' then
    return new;
  end if;
  if old.state = 'success' and old.taken_back_on is null and new.taken_back_on is not null
    and new.last_free_on is not distinct from old.last_free_on
     and to_jsonb(new) - 'taken_back_on' - 'back_last_free_on' = to_jsonb(old) - 'taken_back_on' -
       'back_last_free_on' then
    if not exists (select from payment_reversals v where v.receipt_id = old.receipt_id) then
      raise exception 'an extension can be reversed only with the payment of its fee'
        using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if is_final('extension', old.state) then
    raise exception 'an extension that succeeded or lapsed never changes'
      using errcode = 'restrict_violation';
  end if;
  if new.state = 'success' then
    if not exists (select from bills b where b.loan_id = new.loan_id and b.settled_at is null
      and b.due_on = new.from_due_on
        and b.last_free_on = new.from_last_free_on) then
      raise exception 'only an open bill can be extended, from its current due date'
        using errcode = 'restrict_violation';
    end if;
    if new.number <> 1 + (select count(*) from extensions e where e.loan_id = new.loan_id
      and e.state = 'success') then
      raise exception 'extensions must be numbered without gaps'
        using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
create trigger extensions_move before update on extensions for each row
  execute function extensions_move();
comment on trigger extensions_move on extensions is
  'A successful or lapsed extension never changes, except that the last free day of the term it '
  'ended moves later, and that it is reversed once with its money. Successes are numbered without '
  'gaps.';

create function extensions_are_paid() returns trigger language plpgsql as $$
begin
  if not exists (select from receipts r where r.id = new.receipt_id
    and r.borrower_id = new.borrower_id and r.amount_centavos = new.total_centavos
      and r.value_on = new.offered_on) then
    raise exception 'an extension needs a payment of exactly its amount on the day of its offer'
      using errcode = 'restrict_violation';
  end if;
  if not exists (select from bills b where b.loan_id = new.loan_id and b.due_on >= new.due_on
    and b.last_free_on >= new.last_free_on) then
    raise exception 'an extension must move the due date of its bill'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger extensions_are_paid after update on extensions
  deferrable initially deferred for each row
  when (new.state = 'success' and new.taken_back_on is null) execute function extensions_are_paid();
comment on trigger extensions_are_paid on extensions is
  'An extension is paid by exactly its amount, on its day, and sets the due date of the bill.';

create function extensions_have_a_disclosure() returns trigger language plpgsql as $$
begin
  if not exists (select from extension_disclosures t where t.extension_id = new.id) then
    raise exception 'an extension needs the disclosure statement that the borrower accepted'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger extensions_have_a_disclosure after insert on extensions
  deferrable initially deferred
  for each row execute function extensions_have_a_disclosure();
comment on trigger extensions_have_a_disclosure on extensions is
  'An extension exists only with its accepted statement.';

grant select, insert (id, loan_id, borrower_id, offered_on, asked_at, ends_at, term_days,
  principal_centavos, interest_centavos, service_fee_centavos, fee_centavos,
  late_centavos, total_centavos, from_due_on, due_on, legal_rule),
    update (state, ended_at, number, receipt_id, from_last_free_on, last_free_on, taken_back_on,
    back_last_free_on) on extensions to sandali_app;

create table extension_disclosures (
  extension_id uuid primary key,
  borrower_id uuid not null,
  -- SHA-256 of the text, sent with the acceptance.
  hash bytea not null check (octet_length(hash) = 32),
  text_sealed bytea not null,
  -- An unkeyed hash of the session's token hash.
  session_hash bytea not null check (octet_length(session_hash) = 32),
  accepted_at timestamptz not null,
  -- Only the extension's own borrower can accept it.
  foreign key (extension_id, borrower_id) references extensions (id, borrower_id)
);
comment on table extension_disclosures is
  'The accepted text of an offer: the JSON of its statement, sealed because it names the borrower.';
create index extension_disclosures_of_borrower on extension_disclosures (borrower_id);

grant select, insert on extension_disclosures to sandali_app;

create table bank_transfers (
  id uuid primary key,
  code_id uuid references repayment_codes,
  borrower_id uuid references borrowers,
  -- The complaint that requested the booking, and that the booking answers.
  complaint_id uuid references complaints,
  amount_centavos bigint not null check (amount_centavos > 0),
  -- The Manila day on which the bank received the transfer: its value date.
  paid_on date not null,
  -- The bank's reference on its statement.
  bank_reference text not null check (length(bank_reference) between 3 and 60),
  -- The reference that the payer of money without a known owner wrote; null if they wrote none.
  code_typed text check (length(code_typed) between 1 and 40),
  state text not null default 'open',
  constraint bank_transfers_owner_by_reference check ((code_id is null) = (borrower_id is null)),
  constraint bank_transfers_case_of_owner check (complaint_id is null or borrower_id is not null),
  constraint bank_transfers_typed_of_nobody check (code_typed is null or code_id is null),
  foreign key (id, state) references approvals (id, state) on update cascade
);
comment on table bank_transfers is
  'Transfers to our own account, booked by two people from the bank''s statement.';
create index bank_transfers_of_code on bank_transfers (code_id);
create index bank_transfers_of_complaint on bank_transfers (complaint_id)
  where complaint_id is not null;
create unique index bank_transfers_once on bank_transfers (bank_reference) where state <> 'dropped';
create index bank_transfers_of_borrower on bank_transfers (borrower_id, paid_on desc);
create trigger bank_transfers_need_an_account before insert on bank_transfers for each row
  execute function require_account();
comment on trigger bank_transfers_need_an_account on bank_transfers is
  'An erased account accepts no new rows.';
create trigger bank_transfers_follow_approval before insert or update on bank_transfers for each row
  execute function follow_approval('transfer');
comment on trigger bank_transfers_follow_approval on bank_transfers is
  'A transfer to our own account starts as a proposal, and is permanent.';

grant select, insert on bank_transfers to sandali_app;

create table suspense_decisions (
  id uuid primary key,
  receipt_id uuid not null references receipts,
  act text not null check (act in ('assign', 'return')),
  -- The owner of the transfer, and the bill that it pays first.
  borrower_id uuid references borrowers,
  loan_id uuid,
  entry_id uuid unique references ledger_entries,
  state text not null default 'open',
  check ((act = 'assign') = (borrower_id is not null)),
  check (loan_id is null or borrower_id is not null),
  foreign key (id, state) references approvals (id, state) on update cascade,
  foreign key (loan_id, borrower_id) references loans (id, borrower_id)
);
comment on table suspense_decisions is
  'Decisions on money in suspense: one proposes, another confirms that it belongs to a borrower or '
  'was sent back.';
create index suspense_decisions_of_receipt on suspense_decisions (receipt_id);
create index suspense_decisions_of_borrower on suspense_decisions (borrower_id)
  where borrower_id is not null;
create unique index suspense_decisions_open on suspense_decisions (receipt_id) where state = 'open';
create unique index suspense_decisions_once on suspense_decisions (receipt_id)
  where state = 'confirmed';

create function suspense_decisions_begin() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT'
    and not exists (select from receipts r where r.id = new.receipt_id and r.borrower_id is null
      and (new.act = 'return' or r.currency = 'PHP')) then
    raise exception 'only pesos in suspense can be assigned'
      using errcode = 'restrict_violation';
  end if;
  if new.act = 'assign' and new.state <> 'dropped'
    and exists (select from claim_decisions c where c.source_id = new.receipt_id
    and c.state = 'confirmed') then
    raise exception 'the rest of a transfer that settled a claim must be sent back'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger suspense_decisions_begin before insert or update on suspense_decisions for each row
  execute function suspense_decisions_begin();
comment on trigger suspense_decisions_begin on suspense_decisions is
  'Only pesos in suspense can be given to an owner, and no transfer that settled a claim.';
create trigger suspense_decisions_follow_approval before insert or update on suspense_decisions
  for each row execute function follow_approval('suspense', 'entry_id');
comment on trigger suspense_decisions_follow_approval on suspense_decisions is
  'A decision on money in suspense starts as a proposal, and is permanent.';
create trigger suspense_decisions_are_seen before insert or update on suspense_decisions
  for each row execute function acts_are_seen('money', 'receipt_id');
comment on trigger suspense_decisions_are_seen on suspense_decisions is
  'The proposer and the confirmer have seen the money in its current state.';
create constraint trigger suspense_decisions_are_whole after insert or update on suspense_decisions
  deferrable initially deferred
  for each row execute function acts_are_whole('entry_id');
comment on trigger suspense_decisions_are_whole on suspense_decisions is
  'A decision has its entry in the books if and only if it is confirmed.';

grant select, insert, update (entry_id) on suspense_decisions to sandali_app;

create table claim_decisions (
  id uuid primary key,
  -- The borrower who owes reversed money that no bill owes, or the receipt of an unknown payer to
  -- whom the money had been sent back.
  claim_id uuid not null,
  borrower_id uuid references borrowers,
  receipt_id uuid references receipts,
  act text not null check (act in ('settle', 'writeOff')),
  -- The transfer in suspense that settles the claim; null if the borrower's refundable money
  -- settles it.
  source_id uuid references receipts,
  amount_centavos bigint not null check (amount_centavos > 0),
  entry_id uuid unique references ledger_entries,
  state text not null default 'open',
  constraint claim_decisions_of_one_debtor check (num_nonnulls(borrower_id, receipt_id) = 1
    and claim_id = coalesce(borrower_id, receipt_id)),
  constraint claim_decisions_source check (case act when 'settle' then source_id is not null
    or borrower_id is not null else source_id is null end),
  foreign key (id, state) references approvals (id, state) on update cascade
);
comment on table claim_decisions is
  'Decisions on claims for reversed money: one proposes, another confirms that our money settles '
  'it or that it is lost.';
create index claim_decisions_of_claim on claim_decisions (claim_id);
create index claim_decisions_of_borrower on claim_decisions (borrower_id)
  where borrower_id is not null;
create index claim_decisions_of_receipt on claim_decisions (receipt_id)
  where receipt_id is not null;
create index claim_decisions_of_source on claim_decisions (source_id) where source_id is not null;
create unique index claim_decisions_open on claim_decisions (claim_id) where state = 'open';

create function claim_decisions_are_covered() returns trigger language plpgsql as $$
declare
  source receipts;
begin
  if new.state = 'dropped' then return new; end if;
  if new.source_id is not null then
    -- Lock the transfer, so that concurrent claims on it are counted in turn.
    select * into source from receipts r where r.id = new.source_id for no key update;
    if source.gateway <> 'ownBank' or source.borrower_id is not null
      or exists (select from suspense_decisions d where d.receipt_id = source.id
        and d.state = 'confirmed') then
      raise exception 'only a transfer to our own account that is in suspense can settle a claim'
        using errcode = 'restrict_violation';
    end if;
    if new.amount_centavos + (select coalesce(sum(c.amount_centavos), 0) from claim_decisions c
        where c.source_id = source.id and c.state = 'confirmed'
          and c.id <> new.id) > source.amount_centavos then
      raise exception 'a transfer can settle at most its own amount'
        using errcode = 'restrict_violation';
    end if;
  end if;
  if new.receipt_id is not null and new.amount_centavos > (
      select coalesce(sum(l.amount_centavos), 0) from payment_reversals v join ledger_lines l
        on l.entry_id = v.entry_id
        join ledger_accounts a on a.id = l.account_id and a.kind = 'payment.takenBack'
          where v.receipt_id = new.receipt_id)
      - (select coalesce(sum(c.amount_centavos), 0) from claim_decisions c
        where c.claim_id = new.claim_id and c.state = 'confirmed' and c.id <> new.id) then
    raise exception 'a claim cannot exceed the reversed amount'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger claim_decisions_are_covered before insert or update on claim_decisions for each row
  execute function claim_decisions_are_covered();
comment on trigger claim_decisions_are_covered on claim_decisions is
  'Claims take at most the amount of a transfer in suspense, and an unknown payer owes at most the '
  'reversed amount.';
create trigger claim_decisions_follow_approval before insert or update on claim_decisions
  for each row execute function follow_approval('claim', 'entry_id');
comment on trigger claim_decisions_follow_approval on claim_decisions is
  'The end of a claim starts as a proposal, and is permanent.';
create trigger claim_decisions_are_seen before insert or update on claim_decisions for each row
  execute function acts_are_seen('claim', 'claim_id');
comment on trigger claim_decisions_are_seen on claim_decisions is
  'The proposer and the confirmer have seen the claim in its current state.';
create constraint trigger claim_decisions_are_whole after insert or update on claim_decisions
  deferrable initially deferred
  for each row execute function acts_are_whole('entry_id');
comment on trigger claim_decisions_are_whole on claim_decisions is
  'A decision on a claim has its entry in the books if and only if it is confirmed.';

create function claim_decisions_are_booked() returns trigger language plpgsql as $$
declare
  entry uuid := (select entry_id from claim_decisions where id = new.id);
begin
  if (select count(*) from ledger_lines l join ledger_accounts a on a.id = l.account_id
    where l.entry_id = entry
      and (l.amount_centavos = -new.amount_centavos and a.kind = case when new.borrower_id is null
        then 'payment.takenBack' else 'borrower.takenBack' end
          and a.owner_id is not distinct from new.borrower_id
        or l.amount_centavos = new.amount_centavos and a.kind = case when new.act = 'writeOff'
          then 'loss.takenBack'
            when new.source_id is null then 'borrower.refundable' else 'suspense' end
          and a.owner_id is not distinct from case when new.act = 'settle' and new.source_id is null
            then new.borrower_id end)) <> 2 then
    raise exception 'the entry of a claim decision must deduct its amount from the claim'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger claim_decisions_are_booked after update on claim_decisions
  deferrable initially deferred for each row
  when (new.state = 'confirmed') execute function claim_decisions_are_booked();
comment on trigger claim_decisions_are_booked on claim_decisions is
  'The entry takes exactly this amount off the claim: from suspense, from the borrower''s '
  'refundable money, or as a loss.';

grant select, insert, update (entry_id) on claim_decisions to sandali_app;

create table refunds (
  id uuid primary key,
  borrower_id uuid not null,
  account_id uuid not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  channel text not null check (channel in ('bankCard', 'wallet')),
  -- The receiver's values at the time of the order.
  receiver_label text not null,
  receiver_last4 text not null check (receiver_last4 ~ '^\d{4}$'),
  receiver_mark text not null,
  state text not null default 'ordered',
  ordered_at timestamptz not null,
  -- When the refund arrived, or when its failure became known.
  ended_at timestamptz,
  failure text,
  check ((state = 'ordered') = (ended_at is null)),
  check (failure is null or state in ('failed', 'reversed')),
  foreign key (account_id, borrower_id) references payout_accounts (id, borrower_id)
);
comment on table refunds is
  'Refunds: money that no bill needed, sent back to an account of the borrower. The payout is a '
  'separate row of kind refund.';
-- A borrower has at most one open refund.
create unique index refunds_open on refunds (borrower_id) where state = 'ordered';
create index refunds_on_their_way on refunds (ordered_at, id) where state = 'ordered';
create index refunds_of_borrower on refunds (borrower_id, ordered_at desc);
create index refunds_to_account on refunds (account_id) where state = 'ordered';

create function refunds_begin() returns trigger language plpgsql as $$
begin
  if not exists (select from payout_accounts a where a.id = new.account_id and a.removed_at is null)
    then
    raise exception 'a refund cannot go to a removed account'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refunds_begin before insert on refunds for each row execute function refunds_begin();
comment on trigger refunds_begin on refunds is 'A refund goes to an account that was not removed.';

create function refunds_move() returns trigger language plpgsql as $$
begin
  if (new.state, new.ended_at, new.failure)
    is not distinct from (old.state, old.ended_at, old.failure) and is_erased(old.borrower_id)
    then return new; end if;
  if not may_move('refund', old.state, new.state) then
    raise exception 'a refund cannot change from % to %', old.state, new.state
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refunds_have_a_state before insert on refunds for each row
  execute function follow_transitions('refund');
comment on trigger refunds_have_a_state on refunds is 'A refund has a state of its transitions.';
create trigger refunds_move before update on refunds for each row execute function refunds_move();
comment on trigger refunds_move on refunds is
  'A refund changes state only along its transitions. Its receiver is removed when the account '
  'is erased.';

create function refunds_are_reserved() returns trigger language plpgsql as $$
begin
  if not exists (select from payouts p where p.kind = 'refund' and p.subject_id = new.id
    and p.borrower_id = new.borrower_id
      and p.amount_centavos = new.amount_centavos) then
    raise exception 'a refund needs a payout of its amount' using errcode = 'restrict_violation';
  end if;
  if not exists (select from ledger_entries e join ledger_lines l on l.entry_id = e.id
    join ledger_accounts a on a.id = l.account_id
      where e.fact_key = 'refund ' || new.id and a.kind = 'borrower.refundOrdered'
        and a.owner_id = new.borrower_id
      and l.amount_centavos = -new.amount_centavos) then
    raise exception 'the amount of a refund must be reserved in the books'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger refunds_are_reserved after insert on refunds deferrable initially deferred
  for each row
  execute function refunds_are_reserved();
comment on trigger refunds_are_reserved on refunds is
  'At commit, a refund''s money is reserved in the books, and its payout has the same amount and '
  'borrower.';

grant select, insert (id, borrower_id, account_id, amount_centavos, channel, receiver_label,
  receiver_last4, receiver_mark, ordered_at),
  update (state, ended_at, failure) on refunds to sandali_app;
