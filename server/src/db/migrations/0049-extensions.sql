-- Extending a bill (design: money.md): the offer that a borrower took, and, once exactly its amount was paid on its day, the due date it brought.

create table extensions (
  id uuid primary key,
  loan_id uuid not null references bills,
  borrower_id uuid not null references borrowers,
  -- `feeDue` after the end of its day is a lapsed offer too; only money that was paid on that day and is told later can still make it succeed.
  state text not null default 'feeDue' check (state in ('feeDue', 'success', 'lapsed')),
  -- The Manila day of the offer, on which its fee is to be paid.
  offered_on date not null,
  asked_at timestamptz not null,
  ends_at timestamptz not null,
  term_days integer not null check (term_days > 0),
  -- The unpaid principal, the price of the extended term on it, and the late charge up to the day.
  principal_centavos bigint not null check (principal_centavos > 0),
  interest_centavos bigint not null check (interest_centavos >= 0),
  service_fee_centavos bigint not null check (service_fee_centavos >= 0),
  fee_centavos bigint not null check (fee_centavos > 0 and fee_centavos = interest_centavos + service_fee_centavos),
  late_centavos bigint not null check (late_centavos >= 0),
  total_centavos bigint not null check (total_centavos = fee_centavos + late_centavos),
  -- The due date that it ends, and the one that it brings.
  from_due_on date not null,
  due_on date not null check (due_on = greatest(from_due_on, offered_on) + term_days),
  legal_rule text not null,
  ended_at timestamptz,
  -- Of a success: which of the loan's extensions it is, the money that paid it, and the last free days of the old and the new due date.
  number integer check (number between 1 and 3),
  receipt_id uuid references receipts deferrable initially deferred,
  from_last_free_on date check (from_last_free_on >= from_due_on),
  last_free_on date check (last_free_on >= due_on),
  check ((state = 'feeDue') = (ended_at is null)),
  check ((state = 'success') = (number is not null)),
  check ((number is null) = (receipt_id is null) and (number is null) = (from_last_free_on is null) and (number is null) = (last_free_on is null)),
  unique (id, loan_id, total_centavos)
);
-- One open offer a bill: an offer is open on its day alone.
create unique index extensions_open on extensions (loan_id, offered_on) where state = 'feeDue';
create unique index extensions_booked on extensions (loan_id, number) where state = 'success';
create unique index extensions_of_receipt on extensions (receipt_id) where receipt_id is not null;
create index extensions_of_loan on extensions (loan_id);
create index extensions_of_borrower on extensions (borrower_id, asked_at);

create function extensions_begin() returns trigger language plpgsql as $$
begin
  if new.state <> 'feeDue' then
    raise exception 'an extension begins as an offer whose fee is due' using errcode = 'restrict_violation';
  end if;
  if not exists (select from bills b where b.loan_id = new.loan_id and b.borrower_id = new.borrower_id and b.settled_at is null and b.due_on = new.from_due_on) then
    raise exception 'only the open bill of its own borrower is extended, from its due date' using errcode = 'restrict_violation';
  end if;
  if (select count(*) from extensions e where e.loan_id = new.loan_id and e.state = 'success') >= 3 then
    raise exception 'a loan is extended three times at most' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger extensions_begin before insert on extensions for each row execute function extensions_begin();

create function extensions_move() returns trigger language plpgsql as $$
begin
  if old.state <> 'feeDue' then
    raise exception 'an extension that succeeded or lapsed never changes' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.loan_id, new.borrower_id, new.offered_on, new.asked_at, new.ends_at, new.term_days, new.principal_centavos, new.interest_centavos,
      new.service_fee_centavos, new.late_centavos, new.from_due_on, new.due_on, new.legal_rule)
     is distinct from (old.id, old.loan_id, old.borrower_id, old.offered_on, old.asked_at, old.ends_at, old.term_days, old.principal_centavos,
      old.interest_centavos, old.service_fee_centavos, old.late_centavos, old.from_due_on, old.due_on, old.legal_rule) then
    raise exception 'an offer that was taken keeps its figures' using errcode = 'restrict_violation';
  end if;
  if new.state = 'success' then
    if not exists (select from bills b where b.loan_id = new.loan_id and b.settled_at is null and b.due_on = new.from_due_on
        and b.last_free_on = new.from_last_free_on) then
      raise exception 'only an open bill is extended, from the due date it has' using errcode = 'restrict_violation';
    end if;
    if new.number <> 1 + (select count(*) from extensions e where e.loan_id = new.loan_id and e.state = 'success') then
      raise exception 'extensions are counted without gaps' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
create trigger extensions_move before update on extensions for each row execute function extensions_move();
create trigger extensions_stay before delete on extensions for each row execute function refuse_change();
create trigger extensions_stay_whole before truncate on extensions for each statement execute function refuse_change();

-- Paid by exactly its amount, on its day; and the bill is due when it says.
create function extensions_are_paid() returns trigger language plpgsql as $$
begin
  if not exists (select from receipts r where r.id = new.receipt_id and r.borrower_id = new.borrower_id and r.amount_centavos = new.total_centavos
      and r.value_on = new.offered_on) then
    raise exception 'an extension is paid by exactly its amount, on the day of its offer' using errcode = 'restrict_violation';
  end if;
  if not exists (select from bills b where b.loan_id = new.loan_id and b.due_on >= new.due_on and b.last_free_on >= new.last_free_on) then
    raise exception 'an extension moves the due date of its bill' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger extensions_are_paid after update on extensions deferrable initially deferred for each row
  when (new.state = 'success') execute function extensions_are_paid();

-- What somebody was told about the days of a bill is never changed against them: its days stay but for an extension that was paid, and the last
-- free day only moves later.
create or replace function bills_days_stay() returns trigger language plpgsql as $$
begin
  if (new.arrived_at, new.arrived_on) is distinct from (old.arrived_at, old.arrived_on) or new.last_free_on < old.last_free_on then
    raise exception 'a bill keeps its days; its last free day only moves later' using errcode = 'restrict_violation';
  end if;
  if new.due_on <> old.due_on and not exists (select from extensions e where e.loan_id = new.loan_id and e.state = 'success'
      and e.from_due_on = old.due_on and e.from_last_free_on = old.last_free_on and e.due_on = new.due_on and e.last_free_on = new.last_free_on) then
    raise exception 'a due date moves only by an extension that was paid' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- An extension ends the right to return the loan.
create function bills_extended_are_not_returned() returns trigger language plpgsql as $$
begin
  if exists (select from extensions e where e.loan_id = new.loan_id and e.state = 'success') then
    raise exception 'a loan that was extended is not returned' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bills_extended_are_not_returned before update of settled_as on bills for each row
  when (new.settled_as = 'cooledOff' and old.settled_as is distinct from 'cooledOff') execute function bills_extended_are_not_returned();

-- The code of a fee asks for the amount of its offer, and belongs to the same bill.
alter table repayment_codes
  drop constraint repayment_codes_purpose_check,
  add column extension_id uuid,
  add constraint repayment_codes_purpose_check check (purpose in ('bill', 'coolingOff', 'extension')),
  add check ((purpose = 'extension') = (extension_id is not null)),
  add foreign key (extension_id, loan_id, amount_centavos) references extensions (id, loan_id, total_centavos);
create index repayment_codes_of_extension on repayment_codes (extension_id) where extension_id is not null;

grant select, insert, update on extensions to sandali_app;
