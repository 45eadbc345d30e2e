-- Manual review: the applications that wait for a person and who holds each, the calls to their borrowers, and large limits, which take two people.

create table manual_reviews (
  application_id uuid primary key references credit_applications,
  -- Business time.
  waiting_since timestamptz not null,
  -- When a person should look at it: at once, or when the borrower asked to be phoned again. Business time.
  due_at timestamptz not null,
  -- Who has taken it, and until when. Real time.
  taken_by text,
  taken_until timestamptz,
  -- The highest step of the alarm since it was last taken; 0 where none was raised.
  alarm_step integer not null default 0 check (alarm_step >= 0),
  check ((taken_by is null) = (taken_until is null))
);
create index manual_reviews_by_age on manual_reviews (waiting_since);
insert into manual_reviews (application_id, waiting_since, due_at)
  select d.application_id, min(d.decided_at), min(d.decided_at) from credit_decisions d
  where not exists (select 1 from credit_decisions f where f.application_id = d.application_id and f.outcome <> 'manual')
  group by d.application_id;

-- What came of each call. Never changed; it goes only when the account is erased.
create table review_calls (
  id uuid primary key,
  application_id uuid not null references credit_applications,
  -- Business time.
  called_at timestamptz not null,
  called_by text not null,
  result text not null check (result in ('reached', 'noAnswer', 'wrongNumber', 'refused', 'callBack')),
  call_back_at timestamptz,
  note_sealed bytea,
  check ((result = 'callBack') = (call_back_at is not null)),
  check (call_back_at > called_at)
);
create index review_calls_of_application on review_calls (application_id, called_at);

create function is_erased_application(what uuid) returns boolean language sql stable as $$
  select exists (select 1 from credit_applications where id = what and erased_at is not null)
$$;
create function review_calls_go_with_their_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_erased_application(old.application_id) then return old; end if;
  raise exception 'a call is never changed or deleted' using errcode = 'restrict_violation';
end $$;
create trigger review_calls_stay before update or delete on review_calls for each row execute function review_calls_go_with_their_account();

-- A limit above the catalogue's threshold: one person proposes it, another one confirms or declines.
create table review_proposals (
  id uuid primary key,
  application_id uuid not null references credit_applications,
  limit_centavos bigint not null check (limit_centavos > 0),
  proposed_by text not null,
  -- Business time.
  proposed_at timestamptz not null,
  lapses_at timestamptz not null,
  -- What the borrower had given then: a proposal on anything else is none.
  given_hash bytea not null check (length(given_hash) = 32),
  -- Null once the account was erased.
  reason_sealed bytea,
  ended_at timestamptz,
  outcome text check (outcome in ('confirmed', 'declined', 'lapsed', 'overtaken')),
  ended_by text,
  check ((ended_at is null) = (outcome is null) and (ended_at is null) = (ended_by is null)),
  check (lapses_at > proposed_at),
  -- Nobody answers their own proposal.
  check (outcome not in ('confirmed', 'declined') or ended_by <> proposed_by)
);
create unique index review_proposals_open on review_proposals (application_id) where ended_at is null;

create function review_proposals_end_once() returns trigger language plpgsql as $$
begin
  if (new.id, new.application_id, new.limit_centavos, new.proposed_by, new.proposed_at, new.lapses_at, new.given_hash)
    is distinct from (old.id, old.application_id, old.limit_centavos, old.proposed_by, old.proposed_at, old.lapses_at, old.given_hash) then
    raise exception 'a proposal stays as it was made' using errcode = 'restrict_violation';
  end if;
  if new.reason_sealed is null and is_erased_application(old.application_id)
    and (new.ended_at, new.outcome, new.ended_by) is not distinct from (old.ended_at, old.outcome, old.ended_by) then return new; end if;
  if old.ended_at is not null or new.reason_sealed is distinct from old.reason_sealed then
    raise exception 'a proposal ends once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger review_proposals_end_once before update on review_proposals for each row execute function review_proposals_end_once();
create trigger review_proposals_stay before delete on review_proposals for each row execute function refuse_change();

-- Each approval keeps the threshold that was in force. Decisions from before had none, so the rule holds from here on.
alter table credit_decisions add column two_people_above_centavos bigint check (two_people_above_centavos > 0);
alter table credit_decisions add column proposal_id uuid unique references review_proposals;
alter table credit_decisions add constraint credit_decisions_name_the_threshold
  check (outcome <> 'approved' or two_people_above_centavos is not null) not valid;

create function large_limits_take_two_people() returns trigger language plpgsql as $$
begin
  if new.proposal_id is null and (new.outcome <> 'approved' or new.limit_centavos <= new.two_people_above_centavos) then return new; end if;
  perform 1 from review_proposals p where p.id = new.proposal_id and p.application_id = new.application_id
    and new.outcome = 'approved' and p.limit_centavos = new.limit_centavos
    and p.outcome = 'confirmed' and p.ended_by = new.decided_by and p.proposed_by <> new.decided_by;
  if not found then
    raise exception 'a limit above the threshold takes a proposal that another person has confirmed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger large_limits_take_two_people before insert on credit_decisions for each row execute function large_limits_take_two_people();

-- Words about a person go with the account. erase_borrower does it, as the owner; the serving role has no right to what follows from it.
create function review_words_go() returns trigger language plpgsql as $$
begin
  delete from review_calls where application_id = new.id;
  update review_proposals set reason_sealed = null where application_id = new.id;
  return null;
end $$;
create trigger review_words_go after update of erased_at on credit_applications for each row
  when (old.erased_at is null and new.erased_at is not null) execute function review_words_go();

grant select, insert, delete, update (due_at, taken_by, taken_until, alarm_step) on manual_reviews to sandali_app;
grant select, insert on review_calls to sandali_app;
grant select, insert, update (ended_at, outcome, ended_by) on review_proposals to sandali_app;
