-- Payouts that wait for the gateway's float, words of a gateway that do not fit what was settled before, and what two people settle.

alter table payouts
  -- What a payout waits for that the gateway said it did not take, or that was not sent for it; since when, in real time.
  add column waits_for text check (waits_for in ('float')),
  add column waits_since timestamptz,
  -- Who settled it: the gateway's own word (its webhook's truth, its status or its statement), or two people.
  add column settled_by text check (settled_by in ('gateway', 'people')),
  add check ((waits_for is null) = (waits_since is null)),
  add check (waits_for is null or state in ('ready', 'sent'));

create index payouts_waiting on payouts (id) where waits_for is not null;
-- What came of a payout or a payment is looked up by it.
create index inbox_events_of_subject on inbox_events (subject);

-- What a gateway says against what was settled: seen and alarmed until it has ended.
create table payout_breaks (
  id uuid primary key,
  payout_id uuid not null references payouts,
  kind text not null check (kind in ('paidAfterEnd', 'failedAfterPaid', 'otherAmount')),
  -- As the gateway has it.
  gateway_id text,
  amount_centavos bigint not null check (amount_centavos > 0),
  paid_at timestamptz,
  found_at timestamptz not null,
  ended_at timestamptz,
  ended_as text check (ended_as in ('returned', 'confirmed', 'corrected')),
  check ((ended_at is null) = (ended_as is null)),
  check (kind <> 'paidAfterEnd' or paid_at is not null)
);
create unique index payout_breaks_open on payout_breaks (payout_id, kind) where ended_at is null;
create index payout_breaks_of_payout on payout_breaks (payout_id);

create function payout_breaks_end_once() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then
    raise exception 'a break of a payout ends once' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.payout_id, new.kind, new.gateway_id, new.amount_centavos, new.paid_at, new.found_at)
     is distinct from (old.id, old.payout_id, old.kind, old.gateway_id, old.amount_centavos, old.paid_at, old.found_at) then
    raise exception 'a break of a payout stays as it was found' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_breaks_end_once before update on payout_breaks for each row execute function payout_breaks_end_once();

-- What two people say became of a payout: one proposes, another confirms the same.
create table payout_resolutions (
  id uuid primary key,
  payout_id uuid not null references payouts,
  outcome text not null check (outcome in ('paid', 'failed', 'returned')),
  paid_at timestamptz,
  proposed_by text not null,
  proposed_at timestamptz not null,
  confirmed_by text,
  confirmed_at timestamptz,
  -- Another proposal took its place.
  dropped_at timestamptz,
  check (paid_at is null or outcome = 'paid'),
  check ((confirmed_by is null) = (confirmed_at is null)),
  check (confirmed_at is null or dropped_at is null),
  constraint payout_resolutions_of_two_people check (confirmed_by <> proposed_by)
);
create unique index payout_resolutions_open on payout_resolutions (payout_id) where confirmed_at is null and dropped_at is null;
create index payout_resolutions_of_payout on payout_resolutions (payout_id);

create function payout_resolutions_are_said_once() returns trigger language plpgsql as $$
begin
  if old.confirmed_at is not null or old.dropped_at is not null then
    raise exception 'what two people said of a payout stays' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.payout_id, new.outcome, new.paid_at, new.proposed_by, new.proposed_at)
     is distinct from (old.id, old.payout_id, old.outcome, old.paid_at, old.proposed_by, old.proposed_at) then
    raise exception 'what the first of two people said stays' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_resolutions_are_said_once before update on payout_resolutions
  for each row execute function payout_resolutions_are_said_once();
create function payout_resolutions_begin_open() returns trigger language plpgsql as $$
begin
  if new.confirmed_at is not null or new.dropped_at is not null then
    raise exception 'what people say of a payout begins as a proposal' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_resolutions_begin_open before insert on payout_resolutions
  for each row execute function payout_resolutions_begin_open();

-- A payout that people settle has two of them behind it, who said what it becomes.
create function payouts_settled_by_two_people() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payout_resolutions r where r.payout_id = new.id and r.confirmed_at is not null
      and r.outcome = case new.state when 'paid' then 'paid' else 'failed' end
  ) then
    raise exception 'two people settle a payout, or its gateway does' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_settled_by_two_people before update on payouts for each row
  when (new.settled_by = 'people' and (old.state is distinct from new.state or old.settled_by is distinct from new.settled_by))
  execute function payouts_settled_by_two_people();

grant select, insert, update on payout_breaks, payout_resolutions to sandali_app;
