-- Money of a borrower that no bill needed, sent back to one of their own accounts. Its payout has a row of its own, of kind refund.

create table refunds (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  account_id uuid not null references payout_accounts,
  amount_centavos bigint not null check (amount_centavos > 0),
  channel text not null check (channel in ('bankCard', 'wallet')),
  -- As they were when it was ordered.
  receiver_label text not null,
  receiver_last4 text not null check (receiver_last4 ~ '^\d{4}$'),
  receiver_mark text not null,
  state text not null default 'ordered' check (state in ('ordered', 'paid', 'failed', 'reversed')),
  ordered_at timestamptz not null,
  -- When it arrived, or when it was known that it did not.
  ended_at timestamptz,
  failure text,
  check ((state = 'ordered') = (ended_at is null)),
  check (failure is null or state in ('failed', 'reversed'))
);
-- One at a time.
create unique index refunds_open on refunds (borrower_id) where state = 'ordered';
create index refunds_of_borrower on refunds (borrower_id, ordered_at desc);
create index refunds_to_account on refunds (account_id) where state = 'ordered';

create function refunds_begin() returns trigger language plpgsql as $$
begin
  if new.state <> 'ordered' then
    raise exception 'a refund begins as an order' using errcode = 'restrict_violation';
  end if;
  if not exists (select from payout_accounts a where a.id = new.account_id and a.borrower_id = new.borrower_id and a.removed_at is null) then
    raise exception 'a refund goes to an account of its own borrower that is there' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refunds_begin before insert on refunds for each row execute function refunds_begin();

create function refunds_move() returns trigger language plpgsql as $$
begin
  if (new.id, new.borrower_id, new.account_id, new.amount_centavos, new.channel, new.receiver_label, new.receiver_last4, new.receiver_mark, new.ordered_at)
     is distinct from (old.id, old.borrower_id, old.account_id, old.amount_centavos, old.channel, old.receiver_label, old.receiver_last4,
      old.receiver_mark, old.ordered_at) then
    raise exception 'a refund keeps its amount and its receiver' using errcode = 'restrict_violation';
  end if;
  if not (case old.state
    when 'ordered' then new.state in ('paid', 'failed')
    when 'paid' then new.state = 'reversed'
    else false end) then
    raise exception 'a refund does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger refunds_move before update on refunds for each row execute function refunds_move();
create trigger refunds_stay before delete on refunds for each row execute function refuse_change();
create trigger refunds_stay_whole before truncate on refunds for each statement execute function refuse_change();

-- When it is committed, its money is set apart in the books and its payout is of the same amount, for the same person.
create function refunds_are_set_apart() returns trigger language plpgsql as $$
begin
  if not exists (select from payouts p where p.kind = 'refund' and p.subject_id = new.id and p.borrower_id = new.borrower_id
      and p.amount_centavos = new.amount_centavos) then
    raise exception 'a refund has its payout' using errcode = 'restrict_violation';
  end if;
  if not exists (select from ledger_entries e join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
      where e.fact_key = 'refund ' || new.id and a.kind = 'borrower.refundOrdered' and a.owner_id = new.borrower_id
      and l.amount_centavos = -new.amount_centavos) then
    raise exception 'the money of a refund is set apart in the books' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger refunds_are_set_apart after insert on refunds deferrable initially deferred for each row
  execute function refunds_are_set_apart();

create or replace function payout_account_changes() returns trigger language plpgsql as $$
begin
  if (new.id, new.borrower_id, new.kind, new.provider_id, new.owner_name_sealed, new.number_sealed, new.number_hash, new.last4, new.added_at)
     is distinct from
     (old.id, old.borrower_id, old.kind, old.provider_id, old.owner_name_sealed, old.number_sealed, old.number_hash, old.last4, old.added_at) then
    raise exception 'a payout account keeps its number and its owner' using errcode = 'restrict_violation';
  end if;
  if old.removed_at is not null and new.removed_at is distinct from old.removed_at then
    raise exception 'a payout account that is gone does not come back' using errcode = 'restrict_violation';
  end if;
  if old.removed_at is null and new.removed_at is not null and (
    exists (select 1 from loans l where l.account_id = new.id and l.state in ('submitting', 'approving', 'paying', 'bankProcessing'))
    or exists (select 1 from refunds f where f.account_id = new.id and f.state = 'ordered')) then
    raise exception 'money is on its way to this payout account' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

grant select, insert, update on refunds to sandali_app;
