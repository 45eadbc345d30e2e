-- A payment larger than what its channel takes at once goes in parts: one code after the other, the next made when money came with the one before.

alter table repayment_codes
  -- What the code is the beginning of: all that its bill owes, or that is to be returned ('all'), which follows from the bill's facts on the day on which the next
  -- code is made; or a sum of the borrower's choice. Null where nothing is to follow. A part of 50,000 that somebody chose and the first of two parts look alike
  -- otherwise.
  add column toward text check (toward in ('all', 'sum')),
  -- Of a sum: what was still to be paid of it with this code and those after it.
  add column toward_centavos bigint,
  -- The part before.
  add column follows_id uuid unique,
  add column part_number smallint not null default 1,
  add check (toward is null or (loan_id is not null and amount_centavos is not null and purpose <> 'extension')),
  add check ((toward is not distinct from 'sum') = (toward_centavos is not null)),
  add check (toward_centavos > amount_centavos),
  add check ((follows_id is null) = (part_number = 1)),
  add check (follows_id is null or loan_id is not null),
  add unique (id, loan_id, channel, purpose),
  -- Parts of one payment: one bill, one channel, one end.
  add foreign key (follows_id, loan_id, channel, purpose) references repayment_codes (id, loan_id, channel, purpose);

create function next_part_follows_money() returns trigger language plpgsql as $$
declare before repayment_codes%rowtype;
begin
  select * into before from repayment_codes where id = new.follows_id;
  if before.toward is null or before.part_number + 1 <> new.part_number then
    raise exception 'a part follows one that leaves something to pay' using errcode = 'restrict_violation';
  end if;
  if not exists (select from receipts where code_id = new.follows_id) then
    raise exception 'the next part is asked for when money came with the one before' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger next_part_follows_money before insert on repayment_codes for each row when (new.follows_id is not null)
  execute function next_part_follows_money();

create function parts_stay() returns trigger language plpgsql as $$
begin
  raise exception 'what a code is a part of stays' using errcode = 'restrict_violation';
end $$;
create trigger parts_stay before update on repayment_codes for each row
  when ((new.toward, new.toward_centavos, new.follows_id, new.part_number) is distinct from (old.toward, old.toward_centavos, old.follows_id, old.part_number))
  execute function parts_stay();
