-- Where a person gives every first line, the engine approves nothing, whatever the program asks.
alter table credit_decisions add column needs_person boolean not null default false;
alter table credit_decisions add constraint credit_decisions_by_person
  check (not needs_person or outcome <> 'approved' or decided_by <> 'review engine');
