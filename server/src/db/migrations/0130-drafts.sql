-- What was typed into a form of the application and not saved yet: one row a borrower and form, for whoever goes on with another device.
create table credit_drafts (
  borrower_id uuid not null references borrowers,
  form text not null check (form in ('personal', 'contacts', 'work', 'identity')),
  -- A form full of the longest answers is some 6 kB.
  answers_sealed bytea not null check (octet_length(answers_sealed) between 31 and 8192),
  -- Where it was typed.
  device_id text not null,
  -- Business time.
  kept_at timestamptz not null,
  primary key (borrower_id, form)
);
create index credit_drafts_by_age on credit_drafts (kept_at);
create index credit_drafts_of_device on credit_drafts (device_id);
create trigger credit_drafts_of_somebody before insert on credit_drafts for each row execute function belongs_to_somebody();
grant select, insert, delete, update (answers_sealed, device_id, kept_at) on credit_drafts to sandali_app;

-- Nothing is typed for somebody whose application is with the review, or who has a line.
create function credit_drafts_of_open_forms() returns trigger language plpgsql as $$
begin
  if exists (select from credit_lines where borrower_id = new.borrower_id)
    or exists (select from credit_applications a where a.borrower_id = new.borrower_id and a.submitted_at is not null
      and not exists (select from credit_applications b where b.borrower_id = a.borrower_id and b.number > a.number)
      and not exists (select from credit_decisions d where d.application_id = a.id and d.outcome = 'rejected')) then
    raise exception 'a draft belongs to a form that can be sent' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger credit_drafts_of_open_forms before insert or update on credit_drafts for each row execute function credit_drafts_of_open_forms();

-- With the application all drafts of it go.
create function credit_drafts_end_with_the_application() returns trigger language plpgsql as $$
begin
  delete from credit_drafts where borrower_id = new.borrower_id;
  return null;
end $$;
create trigger credit_drafts_end_with_the_application after update of submitted_at on credit_applications for each row
  when (old.submitted_at is null and new.submitted_at is not null) execute function credit_drafts_end_with_the_application();

-- Whoever logs out leaves nothing half said behind: a draft goes with the last session on the device where it was typed, at the end of the transaction, as
-- a new login there ends the session before it.
create function credit_drafts_go_with_their_session() returns trigger language plpgsql as $$
begin
  delete from credit_drafts c where c.borrower_id = new.borrower_id and c.device_id = new.device_id
    and not exists (select from sessions s where s.borrower_id = new.borrower_id and s.device_id = new.device_id and s.ended_at is null);
  return null;
end $$;
create constraint trigger credit_drafts_go_with_their_session after update of ended_at on sessions deferrable initially deferred for each row
  when (old.ended_at is null and new.ended_at is not null) execute function credit_drafts_go_with_their_session();

create function forget_credit_drafts() returns trigger language plpgsql as $$
begin
  delete from credit_drafts where borrower_id = new.id;
  return new;
end $$;
create trigger borrowers_forget_credit_drafts after update of erased_at on borrowers for each row
  when (old.erased_at is null and new.erased_at is not null) execute function forget_credit_drafts();
