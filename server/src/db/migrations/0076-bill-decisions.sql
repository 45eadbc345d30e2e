-- What staff decides about a bill (design: product.md, issue 7): charges taken back, corrections, a loan given up, and promises to pay. What the
-- bill owes follows from these rows and its money by value date (docs/decisions/0023).

-- One person proposes, another confirms the same: then it counts, from the Manila day of the confirmation.
create table bill_decisions (
  id uuid primary key,
  loan_id uuid not null references bills,
  borrower_id uuid not null references borrowers,
  kind text not null check (kind in ('waive', 'adjust', 'writeOff')),
  -- The charge that is taken back; none where the whole bill is given up.
  part text check (part in ('late', 'interest')),
  -- As it was proposed; none where it is all that is owed on the day of the confirmation.
  amount_centavos bigint check (amount_centavos > 0),
  reason text not null check (length(reason) between 3 and 500),
  proposed_by text not null,
  proposed_at timestamptz not null,
  confirmed_by text,
  confirmed_at timestamptz,
  -- Of a confirmed one: from when it counts, and how much it takes off at most.
  value_on date,
  granted_centavos bigint check (granted_centavos > 0),
  -- Another proposal took its place.
  dropped_at timestamptz,
  check ((kind = 'writeOff') = (part is null)),
  check (kind <> 'waive' or part = 'late'),
  check (kind <> 'writeOff' or amount_centavos is null),
  check (kind <> 'adjust' or amount_centavos is not null),
  check ((confirmed_by is null) = (confirmed_at is null) and (confirmed_by is null) = (value_on is null)
    and (confirmed_by is null) = (granted_centavos is null)),
  check (granted_centavos <= amount_centavos),
  check (value_on = (confirmed_at at time zone 'Asia/Manila')::date),
  check (confirmed_at is null or dropped_at is null),
  constraint bill_decisions_of_two_people check (confirmed_by <> proposed_by),
  unique (id, loan_id)
);
create unique index bill_decisions_open on bill_decisions (loan_id) where confirmed_at is null and dropped_at is null;
create index bill_decisions_waiting on bill_decisions (proposed_at) where confirmed_at is null and dropped_at is null;
create index bill_decisions_of_loan on bill_decisions (loan_id);
create index bill_decisions_of_borrower on bill_decisions (borrower_id, proposed_at);
create unique index bill_decisions_written_off on bill_decisions (loan_id) where kind = 'writeOff' and confirmed_at is not null;

create function bill_decisions_begin_open() returns trigger language plpgsql as $$
begin
  if new.confirmed_at is not null or new.dropped_at is not null then
    raise exception 'what people decide about a bill begins as a proposal' using errcode = 'restrict_violation';
  end if;
  if not exists (select from bills b where b.loan_id = new.loan_id and b.borrower_id = new.borrower_id and b.settled_at is null) then
    raise exception 'people decide about an open bill, of its own borrower' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bill_decisions_begin_open before insert on bill_decisions for each row execute function bill_decisions_begin_open();

create function bill_decisions_are_made_once() returns trigger language plpgsql as $$
begin
  if old.confirmed_at is not null or old.dropped_at is not null then
    raise exception 'what two people decided about a bill stays' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.loan_id, new.borrower_id, new.kind, new.part, new.amount_centavos, new.reason, new.proposed_by, new.proposed_at)
     is distinct from (old.id, old.loan_id, old.borrower_id, old.kind, old.part, old.amount_centavos, old.reason, old.proposed_by, old.proposed_at) then
    raise exception 'what the first of two people proposed stays' using errcode = 'restrict_violation';
  end if;
  if new.confirmed_at is not null and not exists (select from bills b where b.loan_id = new.loan_id and b.settled_at is null) then
    raise exception 'people decide about an open bill' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bill_decisions_are_made_once before update on bill_decisions for each row execute function bill_decisions_are_made_once();
create trigger bill_decisions_stay before delete on bill_decisions for each row execute function refuse_change();
create trigger bill_decisions_stay_whole before truncate on bill_decisions for each statement execute function refuse_change();

-- What a relief takes off: like money on bills, by differences, since money that is told late can make a charge smaller.
create table bill_waived (
  id uuid primary key,
  loan_id uuid not null references bills,
  borrower_id uuid not null references borrowers,
  decision_id uuid not null,
  value_on date not null,
  amount_centavos bigint not null check (amount_centavos <> 0),
  entry_id uuid not null references ledger_entries,
  booked_at timestamptz not null,
  foreign key (decision_id, loan_id) references bill_decisions (id, loan_id)
);
create index bill_waived_of_loan on bill_waived (loan_id);
create index bill_waived_of_decision on bill_waived (decision_id);
create index bill_waived_of_entry on bill_waived (entry_id);
create index bill_waived_of_borrower on bill_waived (borrower_id);
create function bill_waived_is_granted() returns trigger language plpgsql as $$
begin
  if (select sum(w.amount_centavos) not between 0 and max(d.granted_centavos) or bool_or(w.value_on <> d.value_on)
      from bill_waived w join bill_decisions d on d.id = w.decision_id where d.id = new.decision_id and d.confirmed_at is not null) is distinct from false then
    raise exception 'a charge is taken back as two people granted it' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger bill_waived_is_granted after insert on bill_waived deferrable initially deferred
  for each row execute function bill_waived_is_granted();
create trigger bill_waived_stays before update or delete on bill_waived for each row execute function refuse_change();
create trigger bill_waived_stays_whole before truncate on bill_waived for each statement execute function refuse_change();

-- A bill is given up by two people, for good: whatever comes for it later, no loan follows.
alter table bills
  add column written_off_on date,
  add check (settled_as is distinct from 'writtenOff' or written_off_on is not null),
  add check (written_off_on is null or settled_as in ('writtenOff', 'repaid', 'void'));
create index bills_written_off on bills (borrower_id) where written_off_on is not null;
create function bills_given_up_by_two_people() returns trigger language plpgsql as $$
begin
  if old.written_off_on is not null then
    raise exception 'a bill that was given up stays so' using errcode = 'restrict_violation';
  end if;
  if not exists (select from bill_decisions d where d.loan_id = new.loan_id and d.kind = 'writeOff' and d.confirmed_at is not null
      and d.value_on = new.written_off_on) then
    raise exception 'two people give a bill up' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bills_given_up_by_two_people before update of written_off_on on bills for each row
  when (new.written_off_on is distinct from old.written_off_on) execute function bills_given_up_by_two_people();
create function loans_of_closed_lines() returns trigger language plpgsql as $$
begin
  if exists (select from bills b where b.borrower_id = new.borrower_id and b.written_off_on is not null) then
    raise exception 'the line of a borrower whose loan was given up stays closed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger loans_of_closed_lines before insert on loans for each row execute function loans_of_closed_lines();

-- A promise to pay in up to four parts. While its parts come, the days from the one after it was made bring no late charge.
create table pay_promises (
  id uuid primary key,
  loan_id uuid not null references bills,
  borrower_id uuid not null references borrowers,
  number integer not null check (number between 1 and 2),
  made_on date not null,
  made_at timestamptz not null,
  made_by text not null,
  reason text not null check (length(reason) between 3 and 500),
  -- What was owed then, and is promised; and all money that lay on the bill before.
  total_centavos bigint not null check (total_centavos > 0),
  paid_before_centavos bigint not null check (paid_before_centavos >= 0),
  check (made_on = (made_at at time zone 'Asia/Manila')::date)
);
create unique index pay_promises_of_loan on pay_promises (loan_id, number);
create index pay_promises_of_borrower on pay_promises (borrower_id, made_at);
create table pay_promise_parts (
  promise_id uuid not null references pay_promises,
  number integer not null check (number between 1 and 4),
  due_on date not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  primary key (promise_id, number)
);
create index pay_promise_parts_by_day on pay_promise_parts (due_on);

create function pay_promises_are_whole() returns trigger language plpgsql as $$
declare
  promise pay_promises;
begin
  select * into promise from pay_promises p where p.id = new.promise_id;
  if (select coalesce(sum(t.amount_centavos), 0) <> promise.total_centavos or count(*) <> max(t.number)
      or bool_or(t.due_on <= promise.made_on or t.due_on > promise.made_on + 60) from pay_promise_parts t where t.promise_id = promise.id)
    or exists (select from pay_promise_parts t join pay_promise_parts u on u.promise_id = t.promise_id and u.number > t.number and u.due_on <= t.due_on
      where t.promise_id = promise.id) then
    raise exception 'the parts of a promise are what is owed, day after day, within 60 days' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger pay_promises_are_whole after insert on pay_promise_parts deferrable initially deferred
  for each row execute function pay_promises_are_whole();
create function pay_promises_have_parts() returns trigger language plpgsql as $$
begin
  if not exists (select from pay_promise_parts t where t.promise_id = new.id) then
    raise exception 'a promise to pay has parts' using errcode = 'restrict_violation';
  end if;
  if not exists (select from bills b where b.loan_id = new.loan_id and b.borrower_id = new.borrower_id and b.settled_at is null) then
    raise exception 'an open bill is promised to be paid, by its own borrower' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger pay_promises_have_parts after insert on pay_promises deferrable initially deferred
  for each row execute function pay_promises_have_parts();
create trigger pay_promises_stay before update or delete on pay_promises for each row execute function refuse_change();
create trigger pay_promises_stay_whole before truncate on pay_promises for each statement execute function refuse_change();
create trigger pay_promise_parts_stay before update or delete on pay_promise_parts for each row execute function refuse_change();
create trigger pay_promise_parts_stay_whole before truncate on pay_promise_parts for each statement execute function refuse_change();

-- The days without late charge, for whoever computes with sets: as rules/relief.ts has them, which a test compares.
create view bill_freezes as
select f.* from (select p.loan_id, p.id as promise_id, p.made_on + 1 as from_on, least(
    coalesce((select min(t.due_on) from pay_promise_parts t where t.promise_id = p.id
      and (select coalesce(sum(m.amount_centavos), 0) from bill_money m where m.loan_id = p.loan_id and m.value_on <= t.due_on)
        < p.paid_before_centavos + (select sum(u.amount_centavos) from pay_promise_parts u where u.promise_id = p.id and u.number <= t.number)),
      (select max(t.due_on) from pay_promise_parts t where t.promise_id = p.id)),
    (select min(q.made_on) from pay_promises q where q.loan_id = p.loan_id and q.made_on > p.made_on),
    (select min(e.offered_on) from extensions e where e.loan_id = p.loan_id and e.state = 'success' and e.offered_on > p.made_on),
    b.written_off_on) as to_on
from pay_promises p join bills b on b.loan_id = p.loan_id) f where f.from_on <= f.to_on
union all
select b.loan_id, null, b.written_off_on + 1, date '9999-12-31' from bills b where b.written_off_on is not null;

grant select, insert, update on bill_decisions to sandali_app;
grant select, insert on bill_waived, pay_promises, pay_promise_parts to sandali_app;
grant select on bill_freezes to sandali_app;

-- People may give a contested payout up.
alter table payout_breaks drop constraint payout_breaks_ended_as_check,
  add constraint payout_breaks_ended_as_check check (ended_as in ('returned', 'confirmed', 'corrected', 'writtenOff'));
alter table payout_resolutions drop constraint payout_resolutions_outcome_check,
  add constraint payout_resolutions_outcome_check check (outcome in ('paid', 'failed', 'returned', 'writtenOff'));
create function payout_breaks_given_up_by_two_people() returns trigger language plpgsql as $$
begin
  if not exists (select from payout_resolutions r where r.payout_id = new.payout_id and r.outcome = 'writtenOff' and r.confirmed_at is not null) then
    raise exception 'two people give a contested payout up' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_breaks_given_up_by_two_people before update on payout_breaks for each row
  when (new.ended_as = 'writtenOff') execute function payout_breaks_given_up_by_two_people();
-- A break ends once; but one that was given up ends as returned where its money comes back after all.
create or replace function payout_breaks_end_once() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null and not (old.ended_as = 'writtenOff' and new.ended_as = 'returned') then
    raise exception 'a break of a payout ends once' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.payout_id, new.kind, new.gateway_id, new.amount_centavos, new.paid_at, new.found_at)
     is distinct from (old.id, old.payout_id, old.kind, old.gateway_id, old.amount_centavos, old.paid_at, old.found_at) then
    raise exception 'a break of a payout stays as it was found' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
