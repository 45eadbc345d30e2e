-- Credit lines: limits, holds, screenings and growth.

create table credit_lines (
  borrower_id uuid primary key references borrowers,
  limit_centavos bigint not null check (limit_centavos >= 0),
  used_centavos bigint not null default 0 check (used_centavos >= 0),
  reserved_centavos bigint not null default 0 check (reserved_centavos >= 0),
  opened_at timestamptz not null,
  -- Growth that was reversed while it was in use: deducted from the limit as principal is repaid.
  pending_decrease_centavos bigint not null default 0
    check (pending_decrease_centavos >= 0 and pending_decrease_centavos <= limit_centavos),
  -- Principal above the limit after its repayment was reversed. The borrower does not get a new
  -- loan before repaying it.
  over_limit_centavos bigint not null default 0 check (over_limit_centavos >= 0),
  -- The highest limit for the borrower's income when the limit was last set. A raised limit stays
  -- within it, whatever the server requests.
  affordable_centavos bigint check (affordable_centavos >= 0),
  -- The limit that a reviewer granted although the income is too low for any loan; otherwise null.
  person_limit_centavos bigint check (person_limit_centavos > 0),
  -- Used and reserved principal stay within the line, whatever the server requests.
  check (used_centavos + reserved_centavos <= limit_centavos + over_limit_centavos),
  constraint credit_lines_over_by_reversals
    check (over_limit_centavos = 0
    or used_centavos + reserved_centavos = limit_centavos + over_limit_centavos),
  constraint credit_lines_lowering
    check (pending_decrease_centavos = 0
    or used_centavos + reserved_centavos = limit_centavos + over_limit_centavos),
  constraint credit_lines_affordable
    check (affordable_centavos is null
    or limit_centavos <= greatest(affordable_centavos, person_limit_centavos))
);
comment on table credit_lines is
  'Credit lines: the limit, the principal in use, and the principal reserved for loans applied '
  'for. Together they never exceed the limit.';

create function credit_lines_below_share_by_person() returns trigger language plpgsql as $$
begin
  if not exists (select from credit_decisions d join credit_applications a
    on a.id = d.application_id where a.borrower_id = new.borrower_id
      and d.outcome = 'approved' and d.is_below_share
        and d.limit_centavos = new.person_limit_centavos) then
    raise exception 'a limit above what the income supports needs the approval of a person'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger credit_lines_below_share_by_person before insert or update of person_limit_centavos
  on credit_lines for each row
  when (new.person_limit_centavos is not null)
    execute function credit_lines_below_share_by_person();
comment on trigger credit_lines_below_share_by_person on credit_lines is
  'A limit above what the income supports was decided by a person, never by the engine.';

create function credit_lines_pass_by_reversals() returns trigger language plpgsql as $$
begin
  if new.reserved_centavos > old.reserved_centavos or not exists (select from payment_reversals v
    join receipts r on r.id = v.receipt_id
      where r.borrower_id = new.borrower_id) then
    raise exception 'principal can exceed the limit only after a reversed repayment'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger credit_lines_pass_by_reversals before update on credit_lines for each row
  when (new.over_limit_centavos > old.over_limit_centavos)
    execute function credit_lines_pass_by_reversals();
comment on trigger credit_lines_pass_by_reversals on credit_lines is
  'Principal exceeds the limit only if its repayment was reversed.';

create function credit_lines_are_screened() returns trigger language plpgsql as $$
begin
  insert into line_screenings (borrower_id) values (new.borrower_id);
  return null;
end $$;
create trigger credit_lines_are_screened after insert on credit_lines for each row
  execute function credit_lines_are_screened();
comment on trigger credit_lines_are_screened on credit_lines is
  'Every line is screened against the lists.';

create function credit_lines_rise_free() returns trigger language plpgsql as $$
begin
  if exists (select from line_holds where borrower_id = new.borrower_id and cleared_at is null) then
    raise exception 'the limit of a held line cannot rise' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger credit_lines_rise_free before update of limit_centavos on credit_lines for each row
  when (new.limit_centavos > old.limit_centavos) execute function credit_lines_rise_free();
comment on trigger credit_lines_rise_free on credit_lines is
  'The limit of a held line does not rise.';

grant select, insert, update on credit_lines to sandali_app;

create table line_screenings (
  borrower_id uuid primary key references borrowers,
  blocklist_version integer not null default 0 check (blocklist_version >= 0),
  sanctions_version integer not null default 0 check (sanctions_version >= 0),
  -- Business time; null before the first screening.
  screened_at timestamptz
);
comment on table line_screenings is
  'The versions of the lists that a line was last screened against; 0 before the first.';
create index line_screenings_by_blocklist on line_screenings (blocklist_version);
create index line_screenings_by_sanctions on line_screenings (sanctions_version);

grant select, insert, update (blocklist_version, sanctions_version, screened_at)
  on line_screenings to sandali_app;

create table line_holds (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  -- `placed_at` is business time.
  placed_at timestamptz not null,
  cleared_at timestamptz,
  approval_id uuid unique references approvals,
  constraint line_holds_of_two_people check (cleared_at is null or approval_id is not null)
);
comment on table line_holds is
  'While a hold is open, no new loan is made on the line. Its bills continue.';
create index line_holds_of_borrower on line_holds (borrower_id);
create unique index line_holds_open on line_holds (borrower_id) where cleared_at is null;
create index line_holds_by_age on line_holds (placed_at, id) where cleared_at is null;

create function line_holds_are_cleared_once() returns trigger language plpgsql as $$
begin
  if old.cleared_at is not null then
    raise exception 'a hold can be cleared only once' using errcode = 'restrict_violation';
  end if;
  if new.cleared_at is not null and (new.approval_id is distinct from old.approval_id
      or not exists (select from approvals a where a.id = new.approval_id and a.act = 'lineHold'
        and a.state = 'confirmed')) then
    raise exception 'clearing a hold needs two people' using errcode = 'restrict_violation';
  end if;
  if new.approval_id is distinct from old.approval_id
    and exists (select from approvals a where a.id = old.approval_id and a.state <> 'dropped') then
    raise exception 'a proposal never changes' using errcode = 'restrict_violation';
  end if;
  perform must_have_seen('hold', old.id, case when new.cleared_at is null then a.proposed_by
    else a.confirmed_by end)
    from approvals a where a.id = new.approval_id;
  return new;
end $$;
create trigger line_holds_are_cleared_once before update on line_holds for each row
  execute function line_holds_are_cleared_once();
comment on trigger line_holds_are_cleared_once on line_holds is 'Two people clear a hold, once.';
create trigger line_holds_need_an_account before insert on line_holds for each row
  execute function require_account();
comment on trigger line_holds_need_an_account on line_holds is
  'An erased account accepts no new rows.';

grant select, insert, update (cleared_at, approval_id) on line_holds to sandali_app;

create table suspicion_reports (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  -- The Manila day on which staff noticed the suspicious transaction.
  noticed_on date not null,
  -- What happened, in the words of the person who recorded it.
  words_sealed bytea not null,
  -- Business time, like all instants here.
  recorded_at timestamptz not null,
  approval_id uuid not null unique references approvals,
  decided_at timestamptz,
  outcome text check (outcome in ('released', 'unfounded')),
  -- The AMLC's number for the report.
  reference_sealed bytea,
  check ((decided_at is null) = (outcome is null)),
  check ((outcome is not distinct from 'released') = (reference_sealed is not null))
);
comment on table suspicion_reports is
  'Suspicious transactions (RA 9160): one person records, another releases the report or finds it '
  'unfounded. The borrower never learns of it.';
create index suspicion_reports_of_borrower on suspicion_reports (borrower_id);
create index suspicion_reports_by_decision on suspicion_reports (decided_at, id);
create index suspicion_reports_waiting on suspicion_reports (recorded_at, id)
  where decided_at is null;
create trigger suspicion_reports_need_an_account before insert on suspicion_reports for each row
  execute function require_account();
comment on trigger suspicion_reports_need_an_account on suspicion_reports is
  'An erased account accepts no new rows.';

create function suspicion_reports_of_two_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.decided_at is not null or not exists (
      select from approvals a where a.id = new.approval_id and a.act = 'suspicion'
        and a.state = 'open') then
      raise exception 'a suspicion must start as a proposal' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    if old.decided_at is null then
      raise exception 'a pending suspicion cannot be deleted' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if old.decided_at is not null then
    raise exception 'a suspicion can be decided only once' using errcode = 'restrict_violation';
  end if;
  if not exists (select from approvals a where a.id = new.approval_id and a.state = 'confirmed')
    then
    raise exception 'deciding on a suspicion needs two people' using errcode = 'restrict_violation';
  end if;
  perform must_have_seen('suspicion', old.id, a.confirmed_by) from approvals a
    where a.id = new.approval_id;
  return new;
end $$;
create trigger suspicion_reports_of_two_people
  before insert or update or delete on suspicion_reports
  for each row execute function suspicion_reports_of_two_people();
comment on trigger suspicion_reports_of_two_people on suspicion_reports is
  'One person records a suspicion; another decides on it once, after looking at it. A pending one '
  'is never deleted.';

grant select, insert, update (decided_at, outcome, reference_sealed),
  delete on suspicion_reports to sandali_app;

create table screening_matches (
  borrower_id uuid not null references borrowers,
  list text not null check (list in ('blocklist', 'sanctions')),
  key_hash bytea not null check (length(key_hash) = 32),
  -- The list version in which the match was found.
  version integer not null check (version >= 1),
  line integer not null check (line >= 2),
  matched_by text not null,
  found_at timestamptz not null,
  hold_id uuid references line_holds,
  primary key (borrower_id, list, key_hash)
);
comment on table screening_matches is
  'Matches of a line with a list. The key prevents the same entry of the next version from '
  'matching again. `hold_id` is null if the review knew of the match when it gave the line.';
create index screening_matches_of_hold on screening_matches (hold_id) where hold_id is not null;
create trigger screening_matches_need_an_account before insert on screening_matches for each row
  execute function require_account();
comment on trigger screening_matches_need_an_account on screening_matches is
  'An erased account accepts no new rows.';

grant select, insert on screening_matches to sandali_app;

create table limit_increase_requests (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  -- The limit at the time of the request, and the requested limit.
  limit_centavos bigint not null check (limit_centavos > 0),
  requested_centavos bigint not null check (requested_centavos > limit_centavos),
  -- A limit above this needs two approvers.
  two_people_above_centavos bigint not null check (two_people_above_centavos > 0),
  rules_version text not null,
  asked_at timestamptz not null,
  -- The Manila day by which staff decide.
  answer_on date not null,
  state text not null check (state in ('requested', 'granted', 'declined')),
  -- The limit that the first of two approvers proposed.
  proposed_centavos bigint,
  granted_centavos bigint
    check (granted_centavos > limit_centavos and granted_centavos <= requested_centavos),
  decided_at timestamptz,
  decided_by text,
  reason_group text,
  reapply_on date,
  approval_id uuid unique references approvals,
  check ((state = 'requested') = (decided_at is null)
    and (decided_at is null) = (decided_by is null)),
  check ((state = 'granted') = (granted_centavos is not null)),
  check ((state = 'declined') = (reason_group is not null)
    and (reason_group is null) = (reapply_on is null)),
  check ((proposed_centavos is null) = (approval_id is null)),
  constraint limit_increase_requests_of_two_people
    check (granted_centavos is null or granted_centavos <= two_people_above_centavos
    or (approval_id is not null and proposed_centavos = granted_centavos))
);
comment on table limit_increase_requests is 'Requests for higher limits, and their outcomes.';
-- A borrower has at most one open request.
create unique index limit_increase_requests_open on limit_increase_requests (borrower_id)
  where state = 'requested';
create index limit_increase_requests_of_borrower
  on limit_increase_requests (borrower_id, asked_at desc);
create index limit_increase_requests_to_answer on limit_increase_requests (answer_on, id)
  where state = 'requested';

create function limit_increase_requests_are_decided_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'requested' then
    raise exception 'a request for a higher limit can be decided only once'
      using errcode = 'restrict_violation';
  end if;
  if old.approval_id is not null and (new.approval_id, new.proposed_centavos)
    is distinct from (old.approval_id, old.proposed_centavos) then
    raise exception 'a proposal never changes' using errcode = 'restrict_violation';
  end if;
  if new.approval_id is not null
    and not exists (select from approvals a where a.id = new.approval_id and a.act = 'quota'
      and case when old.approval_id is null then a.state = 'open'
        when new.granted_centavos > new.two_people_above_centavos
        then a.state = 'confirmed' and a.confirmed_by = new.decided_by else true end) then
    raise exception 'granting a limit above the threshold needs two people'
      using errcode = 'restrict_violation';
  end if;
  if new.state = 'granted' then perform must_have_seen('request', old.id, new.decided_by); end if;
  if new.approval_id is distinct from old.approval_id then
    perform must_have_seen('request', old.id, a.proposed_by) from approvals a
      where a.id = new.approval_id;
  end if;
  return new;
end $$;
create trigger limit_increase_requests_are_decided_once before update on limit_increase_requests
  for each row
  execute function limit_increase_requests_are_decided_once();
comment on trigger limit_increase_requests_are_decided_once on limit_increase_requests is
  'A request for a higher limit is decided once, and above the threshold by two people.';
create trigger limit_increase_requests_need_an_account before insert on limit_increase_requests
  for each row execute function require_account();
comment on trigger limit_increase_requests_need_an_account on limit_increase_requests is
  'An erased account accepts no new rows.';

grant select, insert,
  update (state, proposed_centavos, granted_centavos, decided_at, decided_by, reason_group,
    reapply_on, approval_id) on limit_increase_requests to sandali_app;

create table limit_changes (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  number integer not null,
  from_centavos bigint not null,
  to_centavos bigint not null,
  reason text not null,
  who text not null,
  -- A request changes a line at most once.
  request_id uuid unique references limit_increase_requests,
  at timestamptz not null,
  unique (borrower_id, number),
  constraint limit_changes_number check (number >= 1),
  constraint limit_changes_why check (reason in ('opened', 'grown', 'granted', 'takenBack')),
  constraint limit_changes_limits check (from_centavos >= 0 and to_centavos >= 0
    and from_centavos <> to_centavos
    and (reason = 'takenBack') = (to_centavos < from_centavos)),
  constraint limit_changes_from check ((reason = 'opened') = (from_centavos = 0)
    and (reason in ('opened', 'takenBack')) = (request_id is null))
);
comment on table limit_changes is 'Every change of a line''s limit: from, to, who, why, when.';

create function limit_changes_follow_requests() returns trigger language plpgsql as $$
begin
  if new.request_id is not null and not exists (
    select from limit_increase_requests r where r.id = new.request_id
      and r.borrower_id = new.borrower_id and r.state = 'granted'
      and r.limit_centavos >= new.from_centavos and r.granted_centavos = new.to_centavos
  ) then
    raise exception 'only a granted request can raise a limit'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger limit_changes_follow_requests before insert on limit_changes for each row
  execute function limit_changes_follow_requests();
comment on trigger limit_changes_follow_requests on limit_changes is
  'A request raises the limit to exactly the granted amount, although the limit may have fallen '
  'since the request.';

create trigger limit_changes_need_an_account before insert on limit_changes for each row
  execute function require_account();
comment on trigger limit_changes_need_an_account on limit_changes is
  'An erased account accepts no new rows.';

create function limit_changes_by_steps() returns trigger language plpgsql as $$
declare
  changed_on date := (new.at at time zone 'Asia/Manila')::date;
begin
  if new.reason <> 'grown' then return new; end if;
  if (select count(*) from earned_limit_increases where request_id = new.request_id) <> 1 then
    raise exception 'a limit can grow only by the step that one loan earned'
      using errcode = 'restrict_violation';
  end if;
  if exists (select from limit_changes c where c.borrower_id = new.borrower_id
    and c.reason in ('grown', 'granted')
    and changed_on - (c.at at time zone 'Asia/Manila')::date < rule('limitStepDays', changed_on))
      then
    raise exception 'a limit can grow only once in % days', rule('limitStepDays', changed_on)
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger limit_changes_by_steps before insert on limit_changes for each row
  execute function limit_changes_by_steps();
comment on trigger limit_changes_by_steps on limit_changes is
  'Without a decision of staff, a limit grows by what one loan earned, at most once in the days of '
  'the rule limitStepDays, also after a decision of staff.';

grant select, insert on limit_changes to sandali_app;

create table earned_limit_increases (
  loan_id uuid primary key,
  borrower_id uuid not null,
  request_id uuid not null references limit_increase_requests,
  foreign key (loan_id, borrower_id) references loans (id, borrower_id)
);
comment on table earned_limit_increases is 'Growth that loans earned, once per loan.';
create index earned_limit_increases_of_borrower on earned_limit_increases (borrower_id);

create function earned_limit_increases_are_earned() returns trigger language plpgsql as $$
begin
  if not exists (select from bills b join loans l on l.id = b.loan_id where b.loan_id = new.loan_id
    and b.settled_as = 'repaid' and (b.settled_on - b.arrived_on) * 2 >= l.term_days) then
    raise exception 'only a loan repaid after half its term can raise a limit'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger earned_limit_increases_are_earned before insert on earned_limit_increases
  for each row execute function earned_limit_increases_are_earned();
comment on trigger earned_limit_increases_are_earned on earned_limit_increases is
  'A loan raises a limit only if it was repaid as agreed, and after at least half its term.';

grant select, insert on earned_limit_increases to sandali_app;

create table reversed_limit_increases (
  loan_id uuid primary key references earned_limit_increases,
  borrower_id uuid not null references borrowers,
  amount_centavos bigint not null check (amount_centavos > 0),
  reversed_at timestamptz not null
);
comment on table reversed_limit_increases is
  'Reversals of growth, because the payout came back or the loan was returned: at most once per '
  'loan.';
create index reversed_limit_increases_of_borrower on reversed_limit_increases (borrower_id);

grant select, insert on reversed_limit_increases to sandali_app;
