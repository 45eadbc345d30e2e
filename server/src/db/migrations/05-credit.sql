-- Credit applications: pictures, screening, review, decisions, rejections and references.

create table pictures (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  purpose text not null check (purpose in ('idFront', 'selfie')),
  file_name text not null unique,
  content_hash bytea not null,
  width integer not null,
  height integer not null,
  size_bytes integer not null,
  uploaded_at timestamptz not null,
  deleted_at timestamptz,
  -- 0 is sharp and free of glare, 1 the opposite; null if the phone measured nothing.
  blur double precision check (blur between 0 and 1),
  glare double precision check (glare between 0 and 1),
  constraint pictures_measured check ((blur is null) = (glare is null))
);
comment on table pictures is
  'Photos of an ID and of a face, with the phone''s measurements before upload.';
create index pictures_of_borrower on pictures (borrower_id, uploaded_at);
create index pictures_by_content on pictures (content_hash);
create index pictures_kept on pictures (uploaded_at, id) where deleted_at is null;
create trigger pictures_need_an_account before insert on pictures for each row
  execute function require_account();
comment on trigger pictures_need_an_account on pictures is 'An erased account accepts no new rows.';

create function pictures_in_need_stay() returns trigger language plpgsql as $$
begin
  if exists (select from credit_applications a
    where (a.front_picture_id = new.id or a.selfie_picture_id = new.id)
    and not exists (select from credit_decisions d where d.application_id = a.id
      and d.outcome = 'rejected')) then
    raise exception 'an application needs this picture' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger pictures_in_need_stay before update of deleted_at on pictures
  for each row when (new.deleted_at is not null) execute function pictures_in_need_stay();
comment on trigger pictures_in_need_stay on pictures is
  'A picture is deleted only while no application needs it.';

grant select, insert, update on pictures to sandali_app;

create table credit_applications (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  number integer not null check (number >= 1),
  personal_sealed bytea,
  contacts_sealed bytea,
  work_sealed bytea,
  identity_sealed bytea,
  id_number_hash bytea,
  device_id text,
  front_picture_id uuid references pictures,
  selfie_picture_id uuid references pictures,
  started_at timestamptz not null,
  submitted_at timestamptz,
  -- When the review may start: after a short wait within service hours, otherwise at 08:00.
  review_from timestamptz,
  -- The time by which the borrower was promised a decision.
  answer_by timestamptz,
  -- A submitted application is complete until it is erased, and empty from then on.
  erased_at timestamptz,
  -- The rejected application that this application repeats with the same pictures for
  -- reconsideration by a reviewer.
  reconsideration_of uuid unique references credit_applications,
  unique (borrower_id, number),
  constraint credit_applications_whole_or_erased check (case
    when erased_at is not null then personal_sealed is null and contacts_sealed is null
      and work_sealed is null and identity_sealed is null
    and id_number_hash is null and device_id is null and front_picture_id is null
      and selfie_picture_id is null
    when submitted_at is not null then personal_sealed is not null and contacts_sealed is not null
      and work_sealed is not null
    and identity_sealed is not null and id_number_hash is not null and front_picture_id is not null
    and selfie_picture_id is not null and review_from is not null and answer_by is not null
    else true end)
);
comment on table credit_applications is
  'Credit applications. The information of each step is sealed as one value; only what rules '
  'search for is also stored, as a keyed hash.';
create index credit_applications_by_id_number on credit_applications (id_number_hash)
  where submitted_at is not null;
-- A borrower has at most one unsubmitted application.
create unique index credit_applications_open on credit_applications (borrower_id)
  where submitted_at is null;
-- Finds who else used a device, and when.
create index credit_applications_by_device on credit_applications (device_id)
  where submitted_at is not null;
-- Finds the applications of a day, for the reports.
create index credit_applications_by_submission on credit_applications (submitted_at)
  where submitted_at is not null;
-- A picture belongs to one application only, or to a reconsideration of it.
create unique index credit_applications_once_front_picture on credit_applications (front_picture_id)
  where reconsideration_of is null;
create unique index credit_applications_once_selfie_picture
  on credit_applications (selfie_picture_id) where reconsideration_of is null;
create index credit_applications_by_front_picture on credit_applications (front_picture_id);
create index credit_applications_by_selfie_picture on credit_applications (selfie_picture_id);
create trigger credit_applications_need_an_account before insert on credit_applications for each row
  execute function require_account();
comment on trigger credit_applications_need_an_account on credit_applications is
  'An erased account accepts no new rows.';

create function credit_applications_have_pictures() returns trigger language plpgsql as $$
declare
  picture uuid;
begin
  foreach picture in array array[new.front_picture_id, new.selfie_picture_id] loop
    perform 1 from pictures where id = picture and deleted_at is null for share;
    if picture is not null and not found then
      raise exception 'the application needs a picture that is deleted'
        using errcode = 'restrict_violation';
    end if;
  end loop;
  return new;
end $$;
create trigger credit_applications_have_pictures before update of front_picture_id,
  selfie_picture_id on credit_applications
  for each row when (new.front_picture_id is not null)
    execute function credit_applications_have_pictures();
comment on trigger credit_applications_have_pictures on credit_applications is
  'An application is submitted only with existing pictures. Of a concurrent submission and '
  'deletion, the second waits for the first and sees its result.';

create function credit_applications_repeat_their_own() returns trigger language plpgsql as $$
begin
  -- A submitted application gets another picture only through a request of staff, which
  -- credit_applications_keep_pictures checks.
  if tg_op = 'UPDATE' and old.submitted_at is not null
    and new.reconsideration_of is not distinct from old.reconsideration_of then return new; end if;
  if not exists (select from credit_applications a where a.id = new.reconsideration_of
    and a.borrower_id = new.borrower_id
    and a.front_picture_id is not distinct from coalesce(new.front_picture_id, a.front_picture_id)
    and a.selfie_picture_id
      is not distinct from coalesce(new.selfie_picture_id, a.selfie_picture_id)) then
    raise exception 'a reconsideration must have the pictures of the application it repeats'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger credit_applications_repeat_their_own before insert or update of reconsideration_of,
  front_picture_id, selfie_picture_id on credit_applications
  for each row when (new.reconsideration_of is not null and new.erased_at is null)
    execute function credit_applications_repeat_their_own();
comment on trigger credit_applications_repeat_their_own on credit_applications is
  'A reconsideration is submitted by the same borrower, with the pictures of the application it '
  'repeats.';

grant select, insert, update on credit_applications to sandali_app;

create table credit_drafts (
  borrower_id uuid not null references borrowers,
  form text not null check (form in ('personal', 'contacts', 'work', 'identity')),
  -- A form filled with the longest answers takes about 6 kB.
  answers_sealed bytea not null check (octet_length(answers_sealed) between 31 and 8192),
  -- The device on which the draft was typed.
  device_id text not null,
  -- `saved_at` is business time.
  saved_at timestamptz not null,
  primary key (borrower_id, form)
);
comment on table credit_drafts is
  'Unsaved answers to a form of the application: one row per borrower and form, to continue on '
  'another device.';
create index credit_drafts_by_age on credit_drafts (saved_at);
create trigger credit_drafts_need_an_account before insert on credit_drafts for each row
  execute function require_account();
comment on trigger credit_drafts_need_an_account on credit_drafts is
  'An erased account accepts no new rows.';

create function credit_drafts_of_open_forms() returns trigger language plpgsql as $$
begin
  if exists (select from credit_lines where borrower_id = new.borrower_id)
    or exists (select from credit_applications a where a.borrower_id = new.borrower_id
      and a.submitted_at is not null
      and not exists (select from credit_applications b where b.borrower_id = a.borrower_id
        and b.number > a.number)
      and not exists (select from credit_decisions d where d.application_id = a.id
        and d.outcome = 'rejected')) then
    raise exception 'a draft needs a form that the borrower can still send'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger credit_drafts_of_open_forms before insert or update on credit_drafts for each row
  execute function credit_drafts_of_open_forms();
comment on trigger credit_drafts_of_open_forms on credit_drafts is
  'No draft is kept while its application is under review, or once the borrower has a credit line.';

create function credit_drafts_end_with_application() returns trigger language plpgsql as $$
begin
  delete from credit_drafts where borrower_id = new.borrower_id;
  return null;
end $$;
create trigger credit_drafts_end_with_application after update of submitted_at
  on credit_applications for each row
  when (old.submitted_at is null and new.submitted_at is not null)
    execute function credit_drafts_end_with_application();
comment on trigger credit_drafts_end_with_application on credit_applications is
  'Submitting the application deletes its drafts.';

create function credit_drafts_end_with_session() returns trigger language plpgsql as $$
begin
  delete from credit_drafts c where c.borrower_id = new.borrower_id and c.device_id = new.device_id
    and not exists (select from sessions s where s.borrower_id = new.borrower_id
      and s.device_id = new.device_id and s.ended_at is null);
  return null;
end $$;
create constraint trigger credit_drafts_end_with_session after update of ended_at on sessions
  deferrable initially deferred for each row
  when (old.ended_at is null and new.ended_at is not null)
    execute function credit_drafts_end_with_session();
comment on trigger credit_drafts_end_with_session on sessions is
  'Logging out leaves no draft behind: the last session on a device deletes it, at commit, because '
  'a new login there ends the session before it.';

grant select, insert, delete, update (answers_sealed, device_id, saved_at)
  on credit_drafts to sandali_app;

create table screening_lists (
  id uuid primary key,
  list text not null check (list in ('blocklist', 'sanctions')),
  version integer not null check (version >= 1),
  -- The list's publisher, and the date stated in the list.
  source text not null check (length(source) between 1 and 200),
  listed_on date not null,
  -- SHA-256 of the file, which identifies it.
  file_hash bytea not null check (length(file_hash) = 32),
  line_count integer not null check (line_count >= 0),
  -- `imported_at` is business time.
  imported_at timestamptz not null,
  imported_by text not null,
  unique (list, version)
);
comment on table screening_lists is
  'Lists that applications are screened against. A list is imported whole from a file and replaces '
  'the previous version. It is stored as keyed hashes with line numbers, so that no name, number '
  'or device can be read from it. The file is not stored.';

grant select, insert on screening_lists to sandali_app;

create table screening_entries (
  list_id uuid not null references screening_lists,
  key_hash bytea not null check (length(key_hash) = 32),
  -- The line number in the file.
  line integer not null check (line >= 2),
  primary key (list_id, key_hash, line)
);
comment on table screening_entries is
  'The entries of a version of a screening list, by keyed hash.';

create function screening_entries_stay_in_force() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from screening_lists own join screening_lists newer on newer.list = own.list
      and newer.version > own.version where own.id = old.list_id
  ) then return old; end if;
  raise exception 'entries of a list in force are never changed or deleted'
    using errcode = 'restrict_violation';
end $$;
create trigger screening_entries_stay_in_force before update or delete on screening_entries
  for each row execute function screening_entries_stay_in_force();
comment on trigger screening_entries_stay_in_force on screening_entries is
  'Entries of a list are deleted only once a newer version exists.';

grant select, insert, delete on screening_entries to sandali_app;

create table review_proposals (
  id uuid primary key,
  application_id uuid not null references credit_applications,
  limit_centavos bigint not null check (limit_centavos > 0),
  -- The hash of the application at the time of the proposal. A later change to the application
  -- voids the proposal.
  application_hash bytea not null check (length(application_hash) = 32),
  -- Null once the account is erased.
  reason_sealed bytea,
  state text not null default 'open',
  foreign key (id, state) references approvals (id, state) on update cascade
);
comment on table review_proposals is
  'A limit above the catalogue''s threshold: one person proposes it, another confirms or declines.';
create index review_proposals_of_application on review_proposals (application_id);
create unique index review_proposals_open on review_proposals (application_id) where state = 'open';
create trigger review_proposals_follow_approval before insert on review_proposals for each row
  execute function follow_approval('limit');
comment on trigger review_proposals_follow_approval on review_proposals is
  'A limit above the threshold starts as a proposal.';

grant select, insert on review_proposals to sandali_app;

create table credit_decisions (
  id uuid primary key,
  application_id uuid not null references credit_applications,
  number integer not null check (number >= 1),
  outcome text not null check (outcome in ('approved', 'rejected', 'manual')),
  limit_centavos bigint check (limit_centavos > 0),
  reason_group text,
  resubmit_on date,
  rules_version text not null,
  inputs_hash bytea not null,
  rules_fired jsonb not null,
  decided_at timestamptz not null,
  decided_by text not null,
  -- The versions of the screening lists that the engine used; empty for a reviewer's decision.
  screened jsonb not null default '{}',
  -- The amount above which two approvers were required at the time of the decision.
  two_people_above_centavos bigint check (two_people_above_centavos > 0),
  proposal_id uuid unique references review_proposals,
  -- Whether every first credit line needed a reviewer at the time. If so, the engine cannot
  -- approve, whatever the server requests.
  needs_person boolean not null default false,
  -- Whether the income was too low for any loan under the lender's share at the time of the
  -- decision.
  is_below_share boolean not null default false,
  unique (application_id, number),
  check ((outcome = 'approved') = (limit_centavos is not null)),
  check ((outcome = 'rejected') = (resubmit_on is not null)),
  constraint credit_decisions_name_the_threshold
    check (outcome <> 'approved' or two_people_above_centavos is not null),
  constraint credit_decisions_by_person
    check (not needs_person or outcome <> 'approved' or decided_by <> 'review engine'),
  constraint credit_decisions_below_share
    check (not is_below_share or outcome <> 'approved' or decided_by <> 'review engine')
);
comment on table credit_decisions is
  'Decisions on an application, by the engine or by a person, with the rules and inputs behind '
  'them.';
-- An application has one final decision; 'manual' only refers it to staff.
create unique index credit_decisions_final on credit_decisions (application_id)
  where outcome <> 'manual';
-- Finds the decisions of a day, for the reports.
create index credit_decisions_by_day on credit_decisions (decided_at) where outcome <> 'manual';

create function borrowers_wait_out_a_rejection() returns trigger language plpgsql as $$
begin
  if exists (select 1 from credit_applications a join credit_decisions d on d.application_id = a.id
    where a.borrower_id = new.id
      and d.resubmit_on > (new.erased_at at time zone 'Asia/Manila')::date) then
    raise exception 'an account cannot be erased before it may apply again'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger borrowers_wait_out_a_rejection before update on borrowers for each row
  when (old.erased_at is null and new.erased_at is not null)
    execute function borrowers_wait_out_a_rejection();
comment on trigger borrowers_wait_out_a_rejection on borrowers is
  'A new account does not shorten the wait after a rejection.';

create function credit_decisions_above_take_two_people() returns trigger language plpgsql as $$
begin
  if new.proposal_id is null
    and (new.outcome <> 'approved' or new.limit_centavos <= new.two_people_above_centavos)
    then return new; end if;
  perform 1 from review_proposals p join approvals a on a.id = p.id where p.id = new.proposal_id
    and p.application_id = new.application_id
    and new.outcome = 'approved' and p.limit_centavos = new.limit_centavos and p.state = 'confirmed'
      and a.confirmed_by = new.decided_by;
  if not found then
    raise exception 'a limit above the threshold needs a proposal confirmed by another person'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger credit_decisions_above_take_two_people before insert on credit_decisions for each row
  execute function credit_decisions_above_take_two_people();
comment on trigger credit_decisions_above_take_two_people on credit_decisions is
  'A limit above the threshold was proposed by one person, and confirmed and decided by another.';

create function credit_decisions_below_share_have_reasons() returns trigger language plpgsql as $$
begin
  if not exists (select from audit_log where subject = new.application_id::text
    and act = 'creditApproved' and who = new.decided_by
      and btrim(coalesce(reason, '')) <> '') then
    raise exception 'approving an income too low for any loan requires a reason'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger credit_decisions_below_share_have_reasons after insert on credit_decisions
  deferrable initially deferred for each row
  when (new.is_below_share and new.outcome = 'approved')
    execute function credit_decisions_below_share_have_reasons();
comment on trigger credit_decisions_below_share_have_reasons on credit_decisions is
  'Approving an income too low for any loan requires a reason, which the trail keeps.';

grant select, insert on credit_decisions to sandali_app;

create table credit_reviews (
  application_id uuid primary key references credit_applications,
  due_at timestamptz not null,
  lease_until timestamptz,
  attempts integer not null default 0,
  -- The highest alarm step raised for a late decision; 0 if none.
  alarm_step integer not null default 0 check (alarm_step >= 0)
);
comment on table credit_reviews is
  'Submitted applications that wait for the review, claimed with a lease.';
create index credit_reviews_due on credit_reviews (due_at);

grant select, insert, delete, update on credit_reviews to sandali_app;

create table manual_reviews (
  application_id uuid primary key references credit_applications,
  -- `waiting_since` is business time.
  waiting_since timestamptz not null,
  -- When a reviewer should handle the application: immediately, or when the borrower asked to be
  -- phoned. Business time.
  due_at timestamptz not null,
  -- Which reviewer holds the application, and until when (wall time).
  taken_by text,
  taken_until timestamptz,
  -- The highest alarm step since the application was last claimed; 0 if none.
  alarm_step integer not null default 0 check (alarm_step >= 0),
  check ((taken_by is null) = (taken_until is null))
);
comment on table manual_reviews is
  'Manual review: the applications that wait for a person, and who has claimed each.';
create index manual_reviews_by_age on manual_reviews (waiting_since, application_id);

grant select, insert, delete, update (due_at, taken_by, taken_until, alarm_step)
  on manual_reviews to sandali_app;

create table review_calls (
  id uuid primary key,
  application_id uuid not null references credit_applications,
  -- `called_at` is business time.
  called_at timestamptz not null,
  called_by text not null,
  result text not null
    check (result in ('reached', 'noAnswer', 'wrongNumber', 'refused', 'callBack')),
  call_back_at timestamptz,
  note_sealed bytea,
  check ((result = 'callBack') = (call_back_at is not null)),
  check (call_back_at > called_at)
);
comment on table review_calls is
  'The result of each call. Immutable; deleted only when the account is erased.';
create index review_calls_of_application on review_calls (application_id, called_at);

grant select, insert on review_calls to sandali_app;

create table picture_requests (
  id uuid primary key,
  application_id uuid not null references credit_applications,
  purpose text not null check (purpose in ('idFront', 'selfie')),
  fault text not null check (fault in ('blurred', 'cut', 'otherPerson', 'expired')),
  -- `asked_at` and `ended_at` are business time; `ends_on` is the last Manila day for the answer.
  asked_at timestamptz not null,
  asked_by text not null,
  ends_on date not null,
  old_picture_id uuid not null references pictures,
  new_picture_id uuid references pictures,
  ended_at timestamptz,
  ended_as text check (ended_as in ('sent', 'expired', 'overtaken')),
  check ((ended_at is null) = (ended_as is null)),
  check ((ended_as is not distinct from 'sent') = (new_picture_id is not null)),
  check (new_picture_id <> old_picture_id),
  check (ended_at >= asked_at),
  -- Only an ID expires.
  check (fault <> 'expired' or purpose = 'idFront')
);
comment on table picture_requests is
  'Reviewers'' requests for a new picture of the ID or the face. The application waits for the '
  'borrower until all are answered or their last day is over.';
-- Each picture has at most one open request.
create unique index picture_requests_open on picture_requests (application_id, purpose)
  where ended_at is null;
create index picture_requests_of_application on picture_requests (application_id, asked_at);
create index picture_requests_by_old_picture on picture_requests (old_picture_id);
create index picture_requests_by_new_picture on picture_requests (new_picture_id);

create function picture_requests_begin() returns trigger language plpgsql as $$
begin
  if new.ended_at is not null then
    raise exception 'a new request for a picture must be open' using errcode = 'restrict_violation';
  end if;
  if new.ends_on <> (new.asked_at at time zone 'Asia/Manila')::date
    + rule('pictureRequestDays', (new.asked_at at time zone 'Asia/Manila')::date) then
    raise exception 'a request for a picture ends on the last day that the rule sets'
      using errcode = 'restrict_violation';
  end if;
  if not exists (select from credit_applications a where a.id = new.application_id
    and new.old_picture_id = case new.purpose
      when 'idFront' then a.front_picture_id else a.selfie_picture_id end) then
    raise exception 'only a picture of the application can be requested again'
      using errcode = 'restrict_violation';
  end if;
  -- Locking the place in the queue keeps a reviewer from taking the application meanwhile.
  perform 1 from manual_reviews m where m.application_id = new.application_id
    and (m.taken_by = new.asked_by or exists (select from picture_requests k
      where k.application_id = new.application_id and k.asked_by = new.asked_by
        and k.ended_at is null)) for update;
  if not found then
    raise exception 'only the reviewer who holds the application can request a picture'
      using errcode = 'restrict_violation';
  end if;
  if exists (select from review_proposals p where p.application_id = new.application_id
    and p.state = 'open') then
    raise exception 'a proposed limit cannot wait for a picture'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger picture_requests_begin before insert on picture_requests for each row
  execute function picture_requests_begin();
comment on trigger picture_requests_begin on picture_requests is
  'The holder of the application requests its present picture, for as many days as the rule says, '
  'and while no limit is proposed.';

create function picture_requests_end_once() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null then
    raise exception 'a request for a picture ends once' using errcode = 'restrict_violation';
  end if;
  if (new.ended_as = 'expired')
    <> ((new.ended_at at time zone 'Asia/Manila')::date > new.ends_on)
    and new.ended_as <> 'overtaken' then
    raise exception 'a picture can be sent until the last day, and its request expires afterwards'
      using errcode = 'restrict_violation';
  end if;
  if new.ended_as = 'sent' and not exists (select from pictures p join credit_applications a
    on a.id = new.application_id and a.borrower_id = p.borrower_id
    where p.id = new.new_picture_id and p.purpose = new.purpose and p.uploaded_at >= new.asked_at
      and p.deleted_at is null) then
    raise exception 'a request is answered with a new picture of the borrower'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger picture_requests_end_once before update on picture_requests for each row
  execute function picture_requests_end_once();
comment on trigger picture_requests_end_once on picture_requests is
  'A request ends once: by a picture that the borrower uploaded since, after its last day, or by a '
  'decision.';

create function picture_requests_give_the_picture() returns trigger language plpgsql as $$
begin
  if not exists (select from credit_applications a where a.id = new.application_id
    and new.new_picture_id = case new.purpose
      when 'idFront' then a.front_picture_id else a.selfie_picture_id end) then
    raise exception 'the picture that was sent is not the application''s'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger picture_requests_give_the_picture after update on picture_requests
  deferrable initially deferred for each row when (new.ended_as = 'sent')
    execute function picture_requests_give_the_picture();
comment on trigger picture_requests_give_the_picture on picture_requests is
  'The picture that answers a request becomes the application''s.';

create function picture_requests_free_the_reviewer() returns trigger language plpgsql as $$
begin
  if exists (select from manual_reviews m join picture_requests k using (application_id)
    where m.application_id = new.application_id and m.taken_by is not null and k.ended_at is null)
    then
    raise exception 'an application that waits for the borrower''s picture has no reviewer'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger picture_requests_free_the_reviewer after insert on picture_requests
  deferrable initially deferred for each row execute function picture_requests_free_the_reviewer();
comment on trigger picture_requests_free_the_reviewer on picture_requests is
  'The reviewer who requests a picture releases the application.';
create constraint trigger manual_reviews_wait_for_pictures after update of taken_by
  on manual_reviews deferrable initially deferred for each row when (new.taken_by is not null)
    execute function picture_requests_free_the_reviewer();
comment on trigger manual_reviews_wait_for_pictures on manual_reviews is
  'Nobody takes an application while a request for a picture is open.';

create function credit_decisions_end_requests() returns trigger language plpgsql as $$
begin
  if exists (select from picture_requests k where k.application_id = new.application_id
    and k.ended_at is null) then
    raise exception 'a decision leaves no request for a picture open'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger credit_decisions_end_requests after insert on credit_decisions
  deferrable initially deferred for each row execute function credit_decisions_end_requests();
comment on trigger credit_decisions_end_requests on credit_decisions is
  'A decision ends the requests for pictures of its application.';

create function credit_applications_keep_pictures() returns trigger language plpgsql as $$
begin
  if (new.front_picture_id is distinct from old.front_picture_id
      and not exists (select from picture_requests k where k.application_id = new.id
        and k.purpose = 'idFront' and k.ended_as = 'sent'
        and k.old_picture_id = old.front_picture_id and k.new_picture_id = new.front_picture_id))
    or (new.selfie_picture_id is distinct from old.selfie_picture_id
      and not exists (select from picture_requests k where k.application_id = new.id
        and k.purpose = 'selfie' and k.ended_as = 'sent'
        and k.old_picture_id = old.selfie_picture_id
        and k.new_picture_id = new.selfie_picture_id)) then
    raise exception 'a submitted application gets another picture only when staff request it'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger credit_applications_keep_pictures before update of front_picture_id,
  selfie_picture_id on credit_applications for each row
  when (old.submitted_at is not null and new.erased_at is null)
    execute function credit_applications_keep_pictures();
comment on trigger credit_applications_keep_pictures on credit_applications is
  'The pictures of a submitted application change only as an answer to a request of staff.';

grant select, insert, update (new_picture_id, ended_at, ended_as) on picture_requests to sandali_app;

create function credit_decisions_are_seen() returns trigger language plpgsql as $$
begin
  perform must_have_seen('application', new.application_id, new.decided_by);
  return new;
end $$;
create trigger credit_decisions_are_seen before insert on credit_decisions for each row
  when (new.outcome = 'approved' and new.decided_by <> 'review engine')
    execute function credit_decisions_are_seen();
comment on trigger credit_decisions_are_seen on credit_decisions is
  'A person approves only after seeing both pictures and the facts in their current state.';
create trigger review_proposals_are_seen before insert or update on review_proposals for each row
  execute function acts_are_seen('application', 'application_id');
comment on trigger review_proposals_are_seen on review_proposals is
  'The proposer and the confirmer of a large limit have seen both pictures and the facts.';

create table rejection_notices (
  decision_id uuid primary key references credit_decisions,
  borrower_id uuid not null references borrowers,
  reason_group text not null,
  locale text not null,
  text text not null,
  -- `notified_at` is business time.
  notified_at timestamptz not null
);
comment on table rejection_notices is
  'RA 9510: the reason of a rejection as the borrower reads it, and when it was given.';
create index rejection_notices_of_borrower on rejection_notices (borrower_id, notified_at);
create trigger rejection_notices_need_an_account before insert on rejection_notices for each row
  execute function require_account();
comment on trigger rejection_notices_need_an_account on rejection_notices is
  'An erased account accepts no new rows.';

grant select, insert on rejection_notices to sandali_app;

create table disputes (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  decision_id uuid not null references credit_decisions,
  -- Null once the account is erased.
  text_sealed bytea,
  -- Business time, and the Manila day by which staff must answer.
  asked_at timestamptz not null,
  due_on date not null,
  answered_at timestamptz,
  outcome text check (outcome in ('upheld', 'declined')),
  answer_sealed bytea,
  answered_by text,
  -- The member of staff who works on it; set by the assignment's own trigger.
  assigned_to text,
  check ((answered_at is null) = (outcome is null)
    and (answered_at is null) = (answered_by is null)),
  check (answered_at is not null or answer_sealed is null)
);
comment on table disputes is 'Requests of borrowers that a person review a decision again.';
-- A decision has at most one open dispute.
create unique index disputes_open on disputes (decision_id) where answered_at is null;
create index disputes_of_borrower on disputes (borrower_id, asked_at desc);
create index disputes_due on disputes (due_on, id) where answered_at is null;
create index disputes_due_of on disputes (assigned_to, due_on, id) where answered_at is null;
create index disputes_of_decision on disputes (decision_id, asked_at desc);

create function disputes_are_answered_once() returns trigger language plpgsql as $$
begin
  if is_erased(old.borrower_id) and new.text_sealed is null and new.answer_sealed is null
    then return new; end if;
  raise exception 'a dispute can be answered only once' using errcode = 'restrict_violation';
end $$;
create trigger disputes_are_answered_once before update on disputes for each row
  when (old.answered_at is not null) execute function disputes_are_answered_once();
comment on trigger disputes_are_answered_once on disputes is
  'A dispute is answered once; erasing the account only removes its text.';
create function disputes_are_seen() returns trigger language plpgsql as $$
begin
  perform must_have_seen('dispute', new.id, new.answered_by);
  return new;
end $$;
create trigger disputes_are_seen before update on disputes for each row
  when (old.answered_at is null and new.answered_at is not null
    and new.answered_by <> 'the borrower') execute function disputes_are_seen();
comment on trigger disputes_are_seen on disputes is
  'Staff answer a dispute after looking at it. Erasing the account ends it without an answer.';
create trigger disputes_need_an_account before insert on disputes for each row
  execute function require_account();
comment on trigger disputes_need_an_account on disputes is 'An erased account accepts no new rows.';

grant select, insert, update (answered_at, outcome, answer_sealed, answered_by)
  on disputes to sandali_app;

create table reference_opt_outs (
  phone_hash bytea primary key,
  removed_at timestamptz not null,
  removed_by text not null
);
comment on table reference_opt_outs is
  'Keyed hashes of numbers whose owners refuse to be references.';

grant select, insert on reference_opt_outs to sandali_app;

create table named_references (
  borrower_id uuid not null references borrowers,
  phone_hash bytea not null,
  primary key (borrower_id, phone_hash)
);
comment on table named_references is
  'The references of submitted applications, by keyed hash, so that each is notified once and can '
  'be removed at their own request.';
create index named_references_by_number on named_references (phone_hash);
create trigger named_references_need_an_account before insert on named_references for each row
  execute function require_account();
comment on trigger named_references_need_an_account on named_references is
  'An erased account accepts no new rows.';

grant select, insert on named_references to sandali_app;

create table borrower_name_keys (
  name_hash bytea not null check (length(name_hash) = 32),
  borrower_id uuid not null references borrowers,
  primary key (name_hash, borrower_id)
);
comment on table borrower_name_keys is
  'Keyed hashes of each borrower''s normalised full name, with and without the middle name, by '
  'which staff find a person.';
create index borrower_name_keys_of_borrower on borrower_name_keys (borrower_id);
create trigger borrower_name_keys_need_an_account before insert on borrower_name_keys for each row
  execute function require_account();
comment on trigger borrower_name_keys_need_an_account on borrower_name_keys is
  'An erased account accepts no new rows.';

grant select, insert, delete on borrower_name_keys to sandali_app;
