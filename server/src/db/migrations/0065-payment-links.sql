-- Wallets and cards are paid on a page of theirs: the code has a link, and the gateway tells how far that payment is. No payment is known by
-- this: money is booked from receipts alone.
alter table repayment_codes
  add column link text check (length(link) between 1 and 2000),
  add column progress text check (progress in ('inProgress', 'declined')),
  -- When the gateway is asked next, in real time; null where there is nothing to ask.
  add column link_look_at timestamptz,
  add column link_looks integer not null default 0,
  add constraint repayment_codes_link_is_given check (link is null or given_at is not null),
  add constraint repayment_codes_progress_of_link check ((progress is null and link_look_at is null) or link is not null);
create index repayment_codes_links_to_look_at on repayment_codes (link_look_at) where link_look_at is not null;
create index repayment_codes_in_progress on repayment_codes (borrower_id) where progress = 'inProgress';
