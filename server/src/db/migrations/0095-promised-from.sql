-- A gateway promises to pay a reference once for a time that runs from the first order, be it one that it did not take.

alter table payouts
  -- When an order first left as `sent_as`; `sent_at` is when it left last after it had not been taken.
  add column promised_from timestamptz check (promised_from is null or sent_as is not null);
update payouts set promised_from = sent_at where sent_as is not null;
