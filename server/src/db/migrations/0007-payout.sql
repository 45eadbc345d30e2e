-- Money out. The row's id is the reference at the gateway for life; the intent is committed before the gateway is called.

create table payouts (
  id uuid primary key,
  kind text not null check (kind in ('loan', 'refund')),
  subject_id uuid not null,
  borrower_id uuid not null references borrowers,
  amount_centavos bigint not null check (amount_centavos > 0),
  channel text not null,
  -- Frozen at the order: name, number and bank code as they were then.
  receiver_sealed bytea not null,
  gateway text not null,
  state text not null default 'ready' check (state in ('ready', 'sent', 'paid', 'failed', 'unknown', 'reversed')),
  ordered_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  paid_at timestamptz,
  gateway_id text,
  failure text,
  withdrawal_code_sealed bytea,
  -- Claiming: who works on it until when (real time), and the attempt number as a fence.
  look_at timestamptz not null,
  lease_until timestamptz,
  attempts integer not null default 0,
  -- At most one payout for a loan or refund, ever: a failed loan is final, and a retry is a new loan.
  unique (kind, subject_id)
);
create index payouts_to_look_at on payouts (look_at) where state in ('ready', 'sent', 'unknown');

create function payout_state_moves() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.subject_id, new.borrower_id, new.amount_centavos, new.channel, new.receiver_sealed)
     is distinct from (old.id, old.kind, old.subject_id, old.borrower_id, old.amount_centavos, old.channel, old.receiver_sealed) then
    raise exception 'a payout keeps its reference, amount and receiver' using errcode = 'restrict_violation';
  end if;
  if new.state = old.state then return new; end if;
  if not (case old.state
    when 'ready' then new.state in ('sent', 'failed')
    when 'sent' then new.state in ('paid', 'failed', 'unknown')
    when 'unknown' then new.state in ('paid', 'failed')
    when 'paid' then new.state in ('reversed')
    else false end) then
    raise exception 'a payout does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_move before update on payouts for each row execute function payout_state_moves();

-- What gateways told us, raw and for good; what is still to be done with it stands apart.
create table inbox_events (
  id bigint generated always as identity primary key,
  gateway text not null,
  event_id text not null,
  event text not null,
  subject text not null,
  raw bytea not null,
  received_at timestamptz not null,
  unique (gateway, event_id)
);
create trigger inbox_events_stay before update or delete on inbox_events for each row execute function refuse_change();
create table inbox_work (
  inbox_id bigint primary key references inbox_events,
  look_at timestamptz not null,
  lease_until timestamptz,
  attempts integer not null default 0
);
create index inbox_work_due on inbox_work (look_at);

grant select, insert, update on payouts to sandali_app;
grant select, insert on inbox_events to sandali_app;
grant select, insert, update, delete on inbox_work to sandali_app;
