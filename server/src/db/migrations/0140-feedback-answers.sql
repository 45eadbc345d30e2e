-- What staff answers to feedback: once each, in words that lie sealed. It is read in the app only, so that the message that tells of it goes to no gateway.

create table feedback_answers (
  feedback_id uuid primary key references feedback,
  borrower_id uuid not null references borrowers,
  words_sealed bytea not null,
  -- Business time.
  answered_at timestamptz not null,
  answered_by text not null
);
create index feedback_answers_of_borrower on feedback_answers (borrower_id);

create function feedback_answers_go_to_whoever_asked() returns trigger language plpgsql as $$
begin
  if not exists (select from feedback where id = new.feedback_id and borrower_id = new.borrower_id and sent_at <= new.answered_at) then
    raise exception 'an answer goes to whoever sent the feedback, and after it' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger feedback_answers_go_to_whoever_asked before insert on feedback_answers for each row
  execute function feedback_answers_go_to_whoever_asked();
create trigger feedback_answers_of_somebody before insert on feedback_answers for each row execute function belongs_to_somebody();

-- An answer is never changed, and goes only with its account.
create trigger feedback_answers_stay before update or delete on feedback_answers for each row execute function feedback_goes_with_its_account();
create function forget_feedback_answers() returns trigger language plpgsql as $$
begin
  delete from feedback_answers where borrower_id = new.id;
  return null;
end $$;
create trigger borrowers_forget_feedback_answers after update of erased_at on borrowers for each row
  when (old.erased_at is null and new.erased_at is not null) execute function forget_feedback_answers();

-- What staff lists: a day, newest first.
create index feedback_by_time on feedback (sent_at desc, id desc);

grant select, insert on feedback_answers to sandali_app;

-- A message that is only read in the app.
alter table messages drop constraint messages_channel_check;
alter table messages add constraint messages_channel_check check (channel in ('sms', 'push', 'app'));
