-- Reconciliation: what a gateway's statement of a Manila day tells, line by line and for good; what our books say of the same money; and where the two differ.

create table statement_lines (
  gateway text not null,
  -- The gateway's id of the movement.
  line_id text not null check (length(line_id) between 1 and 100),
  kind text not null check (kind in ('payoutPaid', 'payoutReversed', 'paymentReceived')),
  -- What the line is about, as we name it: the payout's reference, or the gateway's id of a payment.
  subject text not null check (length(subject) between 1 and 100),
  -- Without sign: the kind tells the direction.
  amount_centavos bigint not null check (amount_centavos > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  happened_at timestamptz not null,
  -- The statement on which it stands.
  on_day date not null,
  -- Business time.
  read_at timestamptz not null,
  primary key (gateway, line_id)
);
create index statement_lines_by_day on statement_lines (gateway, on_day);
create trigger statement_lines_stay before update or delete on statement_lines for each row execute function refuse_change();
create trigger statement_lines_stay_whole before truncate on statement_lines for each statement execute function refuse_change();
grant select, insert on statement_lines to sandali_app;

-- Our money at gateways, by the books: what left it and came to it, of which payout or payment. What the float holds and nobody can name has no subject.
create view gateway_movements as
  select e.id as entry_id, e.number, coalesce(p.gateway, r.gateway) as gateway,
    case when r.id is not null then 'paymentReceived' when l.amount_centavos < 0 then 'payoutPaid' else 'payoutReversed' end as kind,
    coalesce(p.id::text, r.gateway_payment_id) as subject,
    l.amount_centavos, a.kind = 'gateway.float' as is_peso, e.happened_at, e.business_on
  from ledger_entries e
  join ledger_lines l on l.entry_id = e.id
  join ledger_accounts a on a.id = l.account_id and a.kind in ('gateway.float', 'gateway.otherCurrency')
  left join receipts r on r.entry_id = e.id
  left join payouts p on r.id is null and p.id = case when e.fact_key ~ '^(payout|reversal|contested|contested-returned) [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
    then split_part(e.fact_key, ' ', 2)::uuid end
  -- Where money lies in another currency, only what came by the gateway can be told apart.
  where a.kind = 'gateway.float' or r.id is not null;
grant select on gateway_movements to sandali_app;

-- A day of a gateway whose statement is read to its end; what it came to when it was read last.
create table reconciled_days (
  gateway text not null,
  day date not null,
  read_at timestamptz not null,
  source text not null check (source in ('gateway', 'file')),
  lines integer not null check (lines >= 0),
  primary key (gateway, day)
);
create trigger reconciled_days_stay before delete on reconciled_days for each row execute function refuse_change();
grant select, insert, update on reconciled_days to sandali_app;

-- Where statement and books differ: one movement of one of them, or of both. Open until the other side appears, or two people settle it.
create table reconciliation_breaks (
  id uuid primary key,
  gateway text not null,
  kind text not null check (kind in ('missingAtBank', 'unknownToUs', 'wrongAmount', 'wrongDay', 'duplicate', 'reversed', 'otherCurrency')),
  subject text not null,
  movement text not null,
  line_id text,
  entry_id uuid references ledger_entries,
  -- As each side has it, signed from ours; null where a side has nothing.
  bank_centavos bigint,
  bank_on date,
  currency text,
  books_centavos bigint,
  books_on date,
  -- The earlier of both days: from when on it is open.
  on_day date not null,
  found_at timestamptz not null,
  ended_at timestamptz,
  ended_as text check (ended_as in ('matched', 'settled')),
  foreign key (gateway, line_id) references statement_lines,
  check ((line_id is null) = (bank_centavos is null) and (line_id is null) = (bank_on is null)),
  check ((entry_id is null) = (books_centavos is null) and (entry_id is null) = (books_on is null)),
  check (line_id is not null or entry_id is not null),
  check ((ended_at is null) = (ended_as is null))
);
-- The same difference is listed once; what people settled is not found again.
create unique index reconciliation_breaks_once on reconciliation_breaks (gateway, kind, coalesce(line_id, ''), coalesce(entry_id::text, ''))
  where ended_as is distinct from 'matched';
create index reconciliation_breaks_open on reconciliation_breaks (on_day, id) where ended_at is null;
create index reconciliation_breaks_of_line on reconciliation_breaks (gateway, line_id);
create index reconciliation_breaks_of_entry on reconciliation_breaks (entry_id);
create index reconciliation_breaks_of_books_day on reconciliation_breaks (books_on) where ended_as is distinct from 'matched';
create index reconciliation_breaks_of_bank_day on reconciliation_breaks (bank_on) where ended_as is distinct from 'matched';

-- What people say of a break: one proposes with a reason, another confirms.
create table reconciliation_settlements (
  id uuid primary key,
  break_id uuid not null references reconciliation_breaks,
  reason text not null check (length(reason) between 3 and 500),
  proposed_by text not null,
  proposed_at timestamptz not null,
  confirmed_by text,
  confirmed_at timestamptz,
  check ((confirmed_by is null) = (confirmed_at is null)),
  constraint reconciliation_settlements_of_two_people check (confirmed_by <> proposed_by)
);
create unique index reconciliation_settlements_one on reconciliation_settlements (break_id);

create function reconciliation_breaks_end_once() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or to_jsonb(new) - '{ended_at,ended_as}'::text[] <> to_jsonb(old) - '{ended_at,ended_as}'::text[] then
    raise exception 'a break stays as it was found, and ends once' using errcode = 'restrict_violation';
  end if;
  if new.ended_as = 'settled' and not exists (select from reconciliation_settlements s where s.break_id = new.id and s.confirmed_at is not null) then
    raise exception 'two people settle a break' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reconciliation_breaks_end_once before update on reconciliation_breaks for each row execute function reconciliation_breaks_end_once();
create trigger reconciliation_breaks_stay before delete on reconciliation_breaks for each row execute function refuse_change();

create function reconciliation_settlements_are_said_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.confirmed_at is not null then
      raise exception 'what people say of a break begins as a proposal' using errcode = 'restrict_violation';
    end if;
  elsif old.confirmed_at is not null
    or to_jsonb(new) - '{confirmed_by,confirmed_at}'::text[] <> to_jsonb(old) - '{confirmed_by,confirmed_at}'::text[] then
    raise exception 'what people said of a break stays' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reconciliation_settlements_are_said_once before insert or update on reconciliation_settlements
  for each row execute function reconciliation_settlements_are_said_once();
create trigger reconciliation_settlements_stay before delete on reconciliation_settlements for each row execute function refuse_change();

grant select, insert, update on reconciliation_breaks, reconciliation_settlements to sandali_app;
