-- Transfers to our own account: references of our own, and what two people book from the statement of the bank.

create unique index repayment_codes_of_own_bank on repayment_codes (code) where gateway = 'ownBank';

create table transfers (
  id uuid primary key,
  code_id uuid not null references repayment_codes,
  borrower_id uuid not null references borrowers,
  -- The case that asked for it; it is answered with the booking.
  complaint_id uuid references complaints,
  amount_centavos bigint not null check (amount_centavos > 0),
  -- The Manila day on which the bank has it, and by which the money counts.
  paid_on date not null,
  -- What the bank calls it on its statement.
  bank_reference text not null check (length(bank_reference) between 3 and 60),
  proposed_by text not null,
  proposed_at timestamptz not null,
  confirmed_by text,
  confirmed_at timestamptz,
  -- Taken back, or another proposal took its place.
  dropped_at timestamptz,
  check ((confirmed_by is null) = (confirmed_at is null)),
  check (confirmed_at is null or dropped_at is null),
  constraint transfers_of_two_people check (confirmed_by <> proposed_by)
);
-- A line of the statement is booked once.
create unique index transfers_once on transfers (bank_reference) where dropped_at is null;
create index transfers_of_borrower on transfers (borrower_id, proposed_at desc);
create index transfers_of_code on transfers (code_id);
create index transfers_of_complaint on transfers (complaint_id) where complaint_id is not null;
create index transfers_open on transfers (proposed_at) where confirmed_at is null and dropped_at is null;

create function transfers_are_said_once() returns trigger language plpgsql as $$
begin
  if old.confirmed_at is not null or old.dropped_at is not null then
    raise exception 'what was booked or dropped stays' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.code_id, new.borrower_id, new.complaint_id, new.amount_centavos, new.paid_on, new.bank_reference, new.proposed_by, new.proposed_at)
     is distinct from
     (old.id, old.code_id, old.borrower_id, old.complaint_id, old.amount_centavos, old.paid_on, old.bank_reference, old.proposed_by, old.proposed_at) then
    raise exception 'what the first of two people said stays' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger transfers_are_said_once before update on transfers for each row execute function transfers_are_said_once();
create trigger transfers_stay before delete on transfers for each row execute function refuse_change();
create trigger transfers_of_somebody before insert on transfers for each row execute function belongs_to_somebody();

create function transfers_begin_open() returns trigger language plpgsql as $$
begin
  if new.confirmed_at is not null or new.dropped_at is not null then
    raise exception 'a transfer begins as a proposal' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger transfers_begin_open before insert on transfers for each row execute function transfers_begin_open();

-- No money comes to our own account that two people have not booked.
create function receipts_of_own_bank_have_two_people() returns trigger language plpgsql as $$
begin
  if not exists (select from transfers t where t.bank_reference = new.gateway_payment_id and t.confirmed_at is not null
    and (t.code_id, t.borrower_id, t.amount_centavos, t.paid_on) = (new.code_id, new.borrower_id, new.amount_centavos, new.value_on)) then
    raise exception 'two people book a transfer to our own account' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger receipts_of_own_bank_have_two_people before insert on receipts for each row
  when (new.gateway = 'ownBank') execute function receipts_of_own_bank_have_two_people();

grant select, insert on transfers to sandali_app;
grant update (confirmed_by, confirmed_at, dropped_at) on transfers to sandali_app;
