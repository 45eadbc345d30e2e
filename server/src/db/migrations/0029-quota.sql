-- Higher limits: what was asked for and what became of it, which loans have earned growth, and every limit a line has had.

create table quota_requests (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  -- The limit when it was asked, and the one asked for.
  limit_centavos bigint not null check (limit_centavos > 0),
  wanted_centavos bigint not null check (wanted_centavos > limit_centavos),
  -- Above this limit two people decide.
  two_people_above_centavos bigint not null check (two_people_above_centavos > 0),
  rules_version text not null,
  asked_at timestamptz not null,
  -- The Manila day by which a person answers.
  answer_on date not null,
  state text not null check (state in ('requested', 'granted', 'declined')),
  -- What the first of two people would grant.
  proposed_centavos bigint,
  proposed_by text,
  proposed_at timestamptz,
  granted_centavos bigint check (granted_centavos > limit_centavos and granted_centavos <= wanted_centavos),
  decided_at timestamptz,
  decided_by text,
  reason_group text,
  ask_again_on date,
  check ((proposed_centavos is null) = (proposed_by is null) and (proposed_by is null) = (proposed_at is null)),
  check ((state = 'requested') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check ((state = 'granted') = (granted_centavos is not null)),
  check ((state = 'declined') = (reason_group is not null) and (reason_group is null) = (ask_again_on is null)),
  constraint quota_requests_of_two_people check (granted_centavos is null or granted_centavos <= two_people_above_centavos
    or (proposed_by is not null and proposed_by <> decided_by and proposed_centavos = granted_centavos))
);
-- One request at a time is open.
create unique index quota_requests_open on quota_requests (borrower_id) where state = 'requested';
create index quota_requests_of_borrower on quota_requests (borrower_id, asked_at desc);
create index quota_requests_to_answer on quota_requests (answer_on) where state = 'requested';

create function quota_requests_are_decided_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'requested' then
    raise exception 'a request for a higher limit is decided once' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.borrower_id, new.limit_centavos, new.wanted_centavos, new.two_people_above_centavos, new.rules_version, new.asked_at, new.answer_on)
    is distinct from
    (old.id, old.borrower_id, old.limit_centavos, old.wanted_centavos, old.two_people_above_centavos, old.rules_version, old.asked_at, old.answer_on) then
    raise exception 'a request for a higher limit stays as it was asked' using errcode = 'restrict_violation';
  end if;
  if old.proposed_by is not null and (new.proposed_by, new.proposed_centavos) is distinct from (old.proposed_by, old.proposed_centavos) then
    raise exception 'what the first of two people said stays' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger quota_requests_are_decided_once before update on quota_requests for each row execute function quota_requests_are_decided_once();

-- Every limit a line has had: from, to, by whom, why, when.
create table line_changes (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  number integer not null check (number >= 1),
  from_centavos bigint not null check (from_centavos >= 0),
  to_centavos bigint not null check (to_centavos > from_centavos),
  why text not null check (why in ('opened', 'grown', 'granted')),
  who text not null,
  -- A request changes a line once.
  request_id uuid unique references quota_requests,
  at timestamptz not null,
  unique (borrower_id, number),
  check ((why = 'opened') = (from_centavos = 0) and (why = 'opened') = (request_id is null))
);
insert into line_changes (id, borrower_id, number, from_centavos, to_centavos, why, who, at)
  select gen_random_uuid(), borrower_id, 1, 0, limit_centavos, 'opened', 'the review', opened_at from credit_lines where limit_centavos > 0;

-- A limit grows to what its request was granted, and to nothing else.
create function line_changes_follow_requests() returns trigger language plpgsql as $$
begin
  if new.request_id is not null and not exists (
    select from quota_requests r where r.id = new.request_id and r.borrower_id = new.borrower_id and r.state = 'granted'
      and r.limit_centavos = new.from_centavos and r.granted_centavos = new.to_centavos
  ) then
    raise exception 'a limit is raised by a granted request alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger line_changes_follow_requests before insert on line_changes for each row execute function line_changes_follow_requests();

-- Growth is earned once a loan.
create table line_growths (
  loan_id uuid primary key references loans,
  borrower_id uuid not null references borrowers,
  request_id uuid not null references quota_requests
);
create index line_growths_of_borrower on line_growths (borrower_id);
create trigger line_growths_stay before update or delete on line_growths for each row execute function refuse_change();

-- A line's history goes only with its account, which never had a loan then.
create function lines_go_with_their_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_erased(old.borrower_id) then return old; end if;
  raise exception '% rows are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger line_changes_stay before update or delete on line_changes for each row execute function lines_go_with_their_account();
create trigger quota_requests_stay before delete on quota_requests for each row execute function lines_go_with_their_account();

create function forget_line_history() returns trigger language plpgsql as $$
begin
  delete from line_changes where borrower_id = new.id;
  delete from quota_requests where borrower_id = new.id;
  return null;
end $$;
create trigger borrowers_forget_line_history after update of erased_at on borrowers for each row
  when (old.erased_at is null and new.erased_at is not null) execute function forget_line_history();

create trigger quota_requests_of_somebody before insert on quota_requests for each row execute function belongs_to_somebody();
create trigger line_changes_of_somebody before insert on line_changes for each row execute function belongs_to_somebody();

grant select, insert on quota_requests, line_changes, line_growths to sandali_app;
grant update (state, proposed_centavos, proposed_by, proposed_at, granted_centavos, decided_at, decided_by, reason_group, ask_again_on)
  on quota_requests to sandali_app;
