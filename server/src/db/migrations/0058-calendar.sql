-- What became of a due date at the borrower's own calendar, by the day that was entered: one that was moved is offered anew.
create table calendar_entries (
  loan_id uuid not null references bills,
  due_on date not null,
  borrower_id uuid not null references borrowers,
  outcome text not null check (outcome in ('added', 'saved', 'cancelled', 'denied', 'failed')),
  -- Business time.
  told_at timestamptz not null,
  primary key (loan_id, due_on)
);
create index calendar_entries_of_borrower on calendar_entries (borrower_id);
create trigger calendar_entries_of_somebody before insert on calendar_entries for each row execute function belongs_to_somebody();
grant select, insert, update (outcome, told_at) on calendar_entries to sandali_app;
