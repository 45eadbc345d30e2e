-- Customer service cases: complaints and feedback.

create table complaints (
  id uuid primary key,
  -- Random characters and a check character (contract/src/caseNumber.ts).
  number text not null unique check (number ~ '^CS-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$'),
  borrower_id uuid not null references borrowers,
  kind text not null
    check (kind in ('paymentNotShown', 'transferReceipt', 'charges', 'collection', 'personalData',
    'creditReport', 'other')),
  loan_id uuid references loans,
  -- The payment and the text, as JSON; null once the account is erased.
  details_sealed bytea,
  -- Business time, and the Manila days by which to acknowledge and to answer. The deadline to
  -- answer restarts if the borrower replies to an answer.
  opened_at timestamptz not null,
  acknowledge_on date not null,
  resolve_on date not null check (resolve_on > acknowledge_on),
  acknowledged_at timestamptz,
  acknowledged_by text,
  answered_at timestamptz,
  answered_by text,
  closed_at timestamptz,
  closed_by text,
  -- The member of staff who works on it; set by the assignment's own trigger.
  assigned_to text,
  check ((acknowledged_at is null) = (acknowledged_by is null)),
  check ((answered_at is null) = (answered_by is null)),
  check ((closed_at is null) = (closed_by is null)),
  -- A complaint is acknowledged before it is answered.
  check (answered_at is null or acknowledged_at is not null),
  check (closed_at is null or answered_at is not null)
);
comment on table complaints is
  'Complaints to customer service (RA 11765, SEC MC 5 s.2023), and their two deadlines. The '
  'conversation is in complaint_turns.';
create index complaints_of_borrower on complaints (borrower_id, opened_at desc);
create index complaints_of_loan on complaints (loan_id) where loan_id is not null;
create index complaints_to_acknowledge on complaints (acknowledge_on) where acknowledged_at is null;
create index complaints_to_answer on complaints (resolve_on) where answered_at is null;
-- Staff list the open complaints: unanswered ones by deadline, then answered ones.
create index complaints_to_do on complaints ((answered_at is not null),
  (case when acknowledged_at is null then acknowledge_on else resolve_on end), id)
  where closed_at is null;
create index complaints_to_close on complaints (answered_at) where answered_at is not null
  and closed_at is null;
-- The inbox of all cases lists unanswered complaints by deadline, and answered ones last.
create index complaints_unanswered on complaints
  ((case when acknowledged_at is null then acknowledge_on else resolve_on end), id)
  where answered_at is null and closed_at is null;
create index complaints_answered on complaints (id)
  where answered_at is not null and closed_at is null;
-- The same, of one member of staff or of nobody.
create index complaints_unanswered_of on complaints (assigned_to,
  (case when acknowledged_at is null then acknowledge_on else resolve_on end), id)
  where answered_at is null and closed_at is null;
create index complaints_answered_of on complaints (assigned_to, id)
  where answered_at is not null and closed_at is null;

create function complaint_state(acknowledged_at timestamptz, answered_at timestamptz,
  closed_at timestamptz) returns text language sql immutable as $$
  select case when closed_at is not null then 'closed' when answered_at is not null then 'answered'
    when acknowledged_at is not null then 'acknowledged' else 'open' end
$$;

create function complaints_proceed() returns trigger language plpgsql as $$
declare
  last record;
  was text := complaint_state(old.acknowledged_at, old.answered_at, old.closed_at);
  becomes text := complaint_state(new.acknowledged_at, new.answered_at, new.closed_at);
begin
  if is_erased(old.borrower_id) and new.details_sealed is null then return new; end if;
  if old.acknowledged_at is not null and (new.acknowledged_at, new.acknowledged_by)
    is distinct from (old.acknowledged_at, old.acknowledged_by) then
    raise exception 'each step of a complaint can happen only once'
      using errcode = 'restrict_violation';
  end if;
  if old.answered_at is not null and new.answered_at is null then
    select t.written_by, t.written_at into last from complaint_turns t where t.complaint_id = new.id
      order by t.number desc limit 1;
    if last.written_at is null or last.written_by is not null
      or last.written_at < coalesce(old.closed_at, old.answered_at)
      or becomes <> 'acknowledged' or not may_move('complaint', was, becomes)
      or new.resolve_on < old.resolve_on then
      raise exception 'only a message from the borrower can reopen a complaint'
        using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (old.answered_at is not null and (new.answered_at, new.answered_by)
    is distinct from (old.answered_at, old.answered_by))
    or old.closed_at is not null or new.resolve_on <> old.resolve_on then
    raise exception 'each step of a complaint can happen only once'
      using errcode = 'restrict_violation';
  end if;
  if was <> becomes and not may_move('complaint', was, becomes) then
    raise exception 'a complaint cannot change from % to %', was, becomes
      using errcode = 'restrict_violation';
  end if;
  if old.answered_at is null and new.answered_at is not null
    and not exists (select from complaint_turns t where t.complaint_id = new.id and t.is_answer)
      then
    raise exception 'an answer to a complaint needs a text' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger complaints_proceed before update on complaints for each row
  execute function complaints_proceed();
comment on trigger complaints_proceed on complaints is
  'Each step of a complaint is taken once, and an answer has a text. A reply of the borrower '
  'reopens it with a later deadline. Erasing the account removes its text.';
create trigger complaints_need_an_account before insert on complaints for each row
  execute function require_account();
comment on trigger complaints_need_an_account on complaints is
  'An erased account accepts no new rows.';

grant select, insert, update (resolve_on, acknowledged_at, acknowledged_by, answered_at,
  answered_by, closed_at, closed_by) on complaints to sandali_app;

create table complaint_turns (
  id uuid primary key,
  complaint_id uuid not null references complaints,
  -- Turns are numbered from 1; the complaint itself precedes the first turn.
  number integer not null check (number between 1 and 200),
  borrower_id uuid not null references borrowers,
  -- The member of staff who wrote the turn, as named in the trail; null for the borrower.
  written_by text,
  -- An answer meets the deadline; other messages from staff do not.
  is_answer boolean not null check (not is_answer or written_by is not null),
  -- The text, with the displayed name of staff, as JSON; null for a picture without text.
  words_sealed bytea check (words_sealed is not null or written_by is null),
  -- `written_at` is business time.
  written_at timestamptz not null,
  unique (complaint_id, number)
);
comment on table complaint_turns is
  'The conversation of a complaint: what the borrower and staff wrote after it, in order.';
create index complaint_turns_of_borrower on complaint_turns (borrower_id);

create function complaint_turns_follow() returns trigger language plpgsql as $$
declare
  about record;
  closed_on date;
begin
  select c.borrower_id, c.closed_at, coalesce(max(t.number), 0) as turns,
    coalesce(max(t.written_at), c.opened_at) as last_at into about
    from complaints c left join complaint_turns t on t.complaint_id = c.id
      where c.id = new.complaint_id group by c.id;
  closed_on := (about.closed_at at time zone 'Asia/Manila')::date;
  if about.borrower_id is distinct from new.borrower_id or new.number <> about.turns + 1
    or new.written_at < about.last_at then
    raise exception 'a message must follow the last one of its complaint'
      using errcode = 'restrict_violation';
  end if;
  if about.closed_at is not null
    and (new.written_by is not null or (new.written_at at time zone 'Asia/Manila')::date
      > closed_on + rule('caseReopenDays', closed_on)) then
    raise exception 'only the borrower can write to a closed complaint, while it can be reopened'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger complaint_turns_follow before insert on complaint_turns for each row
  execute function complaint_turns_follow();
comment on trigger complaint_turns_follow on complaint_turns is
  'Turns are numbered in order. Once a complaint is closed, only its borrower writes, for the days '
  'of the rule caseReopenDays.';
create trigger complaint_turns_stay before update or truncate on complaint_turns for each statement
  execute function refuse_change();
comment on trigger complaint_turns_stay on complaint_turns is
  'A turn is never changed, even by the owner of the tables.';
create function complaint_turns_go_late() returns trigger language plpgsql as $$
begin
  if is_erased(old.borrower_id) then return old; end if;
  raise exception 'a message of a complaint can be deleted only with its account'
    using errcode = 'restrict_violation';
end $$;
create trigger complaint_turns_go_late before delete on complaint_turns for each row
  execute function complaint_turns_go_late();
comment on trigger complaint_turns_go_late on complaint_turns is
  'A turn is deleted only with its account (14-privacy.sql).';
create trigger complaint_turns_need_an_account before insert on complaint_turns for each row
  execute function require_account();
comment on trigger complaint_turns_need_an_account on complaint_turns is
  'An erased account accepts no new rows.';

grant select, insert on complaint_turns to sandali_app;

create table complaint_pictures (
  id uuid primary key,
  complaint_id uuid not null references complaints,
  -- The turn that the file was attached to.
  turn_id uuid not null unique references complaint_turns,
  number integer not null check (number between 1 and 10),
  borrower_id uuid not null references borrowers,
  file_name text not null unique,
  kind text not null check (kind in ('picture', 'pdf')),
  -- In pixels; null for a PDF.
  width integer,
  height integer,
  size_bytes integer not null check (size_bytes between 1 and 5242880),
  -- `uploaded_at` is business time.
  uploaded_at timestamptz not null,
  deleted_at timestamptz,
  unique (complaint_id, number),
  check ((kind = 'picture') = (width is not null) and (width is null) = (height is null))
);
comment on table complaint_pictures is
  'Attachments of complaints: pictures, re-encoded, and PDF files, as uploaded.';
create index complaint_pictures_of_borrower on complaint_pictures (borrower_id, uploaded_at);
create index complaint_pictures_kept on complaint_pictures (uploaded_at, id)
  where deleted_at is null;
create trigger complaint_pictures_need_an_account before insert on complaint_pictures for each row
  execute function require_account();
comment on trigger complaint_pictures_need_an_account on complaint_pictures is
  'An erased account accepts no new rows.';

create function complaint_pictures_wait_for_closing() returns trigger language plpgsql as $$
begin
  if old.deleted_at is not null
    or not exists (select from complaints c where c.id = new.complaint_id
    and c.closed_at is not null) then
    raise exception 'a complaint needs its pictures until it is closed'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger complaint_pictures_wait_for_closing before update on complaint_pictures
  for each row execute function complaint_pictures_wait_for_closing();
comment on trigger complaint_pictures_wait_for_closing on complaint_pictures is
  'An attachment is deleted once, and only after its complaint is closed.';

grant select, insert, update (deleted_at) on complaint_pictures to sandali_app;

create table feedback (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  -- 1: quota too low, 2: term too short, 3: interest too high, 6: other.
  type integer not null check (type in (1, 2, 3, 6)),
  requested_centavos bigint check (requested_centavos between 100000 and 5000000),
  requested_term_days integer check (requested_term_days between 7 and 30),
  comment_sealed bytea,
  sent_at timestamptz not null,
  -- Set by the answer's own trigger, and by the assignment's.
  is_answered boolean not null default false,
  assigned_to text,
  check ((type = 1) = (requested_centavos is not null)),
  check ((type = 2) = (requested_term_days is not null)),
  check ((type = 6) = (comment_sealed is not null))
);
comment on table feedback is
  'Feedback of borrowers on the offer (spec §3, advice). A comment is sealed, because free text '
  'may name people.';
create index feedback_of_borrower on feedback (borrower_id, sent_at desc);
-- Staff list a day's feedback, newest first.
create index feedback_by_time on feedback (sent_at desc, id desc);
-- The inbox of all cases lists unanswered comments by deadline: seven days after the Manila day.
create index feedback_to_answer on feedback
  (((sent_at at time zone 'Asia/Manila')::date + 7), id)
  where comment_sealed is not null and not is_answered;
create index feedback_to_answer_of on feedback
  (assigned_to, ((sent_at at time zone 'Asia/Manila')::date + 7), id)
  where comment_sealed is not null and not is_answered;
create trigger feedback_need_an_account before insert on feedback for each row
  execute function require_account();
comment on trigger feedback_need_an_account on feedback is 'An erased account accepts no new rows.';

grant select, insert (id, borrower_id, type, requested_centavos, requested_term_days,
  comment_sealed, sent_at) on feedback to sandali_app;

create table feedback_dismissals (
  borrower_id uuid primary key references borrowers,
  closed_at timestamptz not null
);
comment on table feedback_dismissals is
  'When a borrower last closed the dialog without sending, in business time.';
create trigger feedback_dismissals_need_an_account before insert on feedback_dismissals for each row
  execute function require_account();
comment on trigger feedback_dismissals_need_an_account on feedback_dismissals is
  'An erased account accepts no new rows.';

grant select, insert, update on feedback_dismissals to sandali_app;

create table feedback_answers (
  feedback_id uuid primary key references feedback,
  borrower_id uuid not null references borrowers,
  text_sealed bytea not null,
  -- `answered_at` is business time.
  answered_at timestamptz not null,
  answered_by text not null
);
comment on table feedback_answers is
  'The answer of staff to feedback, one per feedback, sealed. It is shown only in the app, so that '
  'the notice about it reveals nothing to a gateway.';
create index feedback_answers_of_borrower on feedback_answers (borrower_id);

create function feedback_answers_go_to_their_sender() returns trigger language plpgsql as $$
begin
  if not exists (select from feedback where id = new.feedback_id and borrower_id = new.borrower_id
    and sent_at <= new.answered_at) then
    raise exception 'an answer must go to the sender of the feedback, and cannot be older than it'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger feedback_answers_go_to_their_sender before insert on feedback_answers for each row
  execute function feedback_answers_go_to_their_sender();
comment on trigger feedback_answers_go_to_their_sender on feedback_answers is
  'An answer goes to the sender of the feedback, and is later than it.';
create function feedback_answers_end_the_wait() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
begin
  update feedback set is_answered = true where id = new.feedback_id;
  return null;
end $$;
revoke all on function feedback_answers_end_the_wait() from public;
create trigger feedback_answers_end_the_wait after insert on feedback_answers for each row
  execute function feedback_answers_end_the_wait();
comment on trigger feedback_answers_end_the_wait on feedback_answers is
  'Answered feedback leaves the index of what waits.';
create trigger feedback_answers_need_an_account before insert on feedback_answers for each row
  execute function require_account();
comment on trigger feedback_answers_need_an_account on feedback_answers is
  'An erased account accepts no new rows.';

grant select, insert on feedback_answers to sandali_app;

-- The member of staff who works on a case. The row stays when the case is closed, so that a
-- reopened case returns to them.
create table case_assignments (
  -- The id of the complaint, dispute, data request, recovery or feedback.
  case_id uuid primary key,
  kind text not null
    check (kind in ('complaint', 'dispute', 'request', 'recovery', 'feedback')),
  borrower_id uuid not null references borrowers,
  -- Names of staff, as in the trail.
  assigned_to text not null,
  assigned_by text not null,
  -- `assigned_at` is business time.
  assigned_at timestamptz not null
);
comment on table case_assignments is 'The member of staff who works on each case.';
create index case_assignments_of_borrower on case_assignments (borrower_id);

create function case_assignments_name_staff() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from complaints c where new.kind = 'complaint' and c.id = new.case_id
      and c.borrower_id = new.borrower_id and c.closed_at is null
    union all select 1 from disputes d where new.kind = 'dispute' and d.id = new.case_id
      and d.borrower_id = new.borrower_id and d.answered_at is null
    union all select 1 from data_requests r where new.kind = 'request' and r.id = new.case_id
      and r.borrower_id = new.borrower_id and r.answered_at is null
    union all select 1 from account_recoveries a where new.kind = 'recovery' and a.id = new.case_id
      and a.borrower_id = new.borrower_id and a.asked_at is not null and a.ended_at is null
    union all select 1 from feedback f where new.kind = 'feedback' and f.id = new.case_id
      and f.borrower_id = new.borrower_id and f.comment_sealed is not null and not f.is_answered)
    then
    raise exception 'only an open case of this borrower can be assigned'
      using errcode = 'restrict_violation';
  end if;
  if not exists (select from staff_keys k where k.name = new.assigned_to and k.ended_at is null)
    then
    raise exception 'a case is assigned to a member of staff' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger case_assignments_name_staff before insert or update on case_assignments
  for each row execute function case_assignments_name_staff();
comment on trigger case_assignments_name_staff on case_assignments is
  'An open case is assigned to a member of staff with a key.';
create function case_assignments_stand_in_cases() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
declare
  assignment public.case_assignments := coalesce(new, old);
  holder text := case when tg_op <> 'DELETE' then new.assigned_to end;
begin
  update complaints set assigned_to = holder where assignment.kind = 'complaint'
    and id = assignment.case_id and closed_at is null;
  update disputes set assigned_to = holder where assignment.kind = 'dispute'
    and id = assignment.case_id and answered_at is null;
  update data_requests set assigned_to = holder where assignment.kind = 'request'
    and id = assignment.case_id and answered_at is null;
  update feedback set assigned_to = holder where assignment.kind = 'feedback'
    and id = assignment.case_id;
  return null;
end $$;
revoke all on function case_assignments_stand_in_cases() from public;
create trigger case_assignments_stand_in_cases after insert or update or delete
  on case_assignments for each row execute function case_assignments_stand_in_cases();
comment on trigger case_assignments_stand_in_cases on case_assignments is
  'An open case has the name of its member of staff, so that an index lists the cases of each.';
create trigger case_assignments_need_an_account before insert on case_assignments for each row
  execute function require_account();
comment on trigger case_assignments_need_an_account on case_assignments is
  'An erased account accepts no new rows.';

grant select, insert, delete, update (assigned_to, assigned_by, assigned_at)
  on case_assignments to sandali_app;
