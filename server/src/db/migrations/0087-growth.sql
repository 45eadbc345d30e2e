-- A limit grows by loans that were held, a step at a time, and what a loan has earned goes with its payout.

alter table credit_lines
  -- Growth that was taken back while it was in use: it comes off the limit as principal is repaid.
  add column lowering_centavos bigint not null default 0 check (lowering_centavos >= 0 and lowering_centavos <= limit_centavos),
  add constraint credit_lines_lowering check (lowering_centavos = 0 or used_centavos + held_centavos = limit_centavos);

-- A limit goes down, too: every limit a line has had stands in its history.
do $$
declare name text;
begin
  for name in select conname from pg_constraint where conrelid = 'line_changes'::regclass and contype = 'c' loop
    execute format('alter table line_changes drop constraint %I', name);
  end loop;
end $$;
alter table line_changes
  add constraint line_changes_number check (number >= 1),
  add constraint line_changes_why check (why in ('opened', 'grown', 'granted', 'takenBack')),
  add constraint line_changes_limits check (from_centavos >= 0 and to_centavos >= 0 and from_centavos <> to_centavos
    and (why = 'takenBack') = (to_centavos < from_centavos)),
  add constraint line_changes_from check ((why = 'opened') = (from_centavos = 0)
    and (why in ('opened', 'takenBack')) = (request_id is null));

-- A limit rises to what its request was granted, and to nothing else; it may have gone down since it was asked.
create or replace function line_changes_follow_requests() returns trigger language plpgsql as $$
begin
  if new.request_id is not null and not exists (
    select from quota_requests r where r.id = new.request_id and r.borrower_id = new.borrower_id and r.state = 'granted'
      and r.limit_centavos >= new.from_centavos and r.granted_centavos = new.to_centavos
  ) then
    raise exception 'a limit is raised by a granted request alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- By itself a limit grows by what one loan has earned, and once in 30 days, whoever raised it last.
create function limits_grow_by_steps() returns trigger language plpgsql as $$
begin
  if new.why <> 'grown' then return new; end if;
  if (select count(*) from line_growths where request_id = new.request_id) <> 1 then
    raise exception 'a limit grows by the step of one loan' using errcode = 'restrict_violation';
  end if;
  if exists (select from line_changes c where c.borrower_id = new.borrower_id and c.why in ('grown', 'granted')
    and (new.at at time zone 'Asia/Manila')::date - (c.at at time zone 'Asia/Manila')::date < 30) then
    raise exception 'a limit grows once in 30 days' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger line_changes_by_steps before insert on line_changes for each row execute function limits_grow_by_steps();

-- A loan raises a limit where its own borrower repaid it as agreed, and not before half its term.
create function growth_is_earned() returns trigger language plpgsql as $$
begin
  if not exists (select from bills b join loans l on l.id = b.loan_id where b.loan_id = new.loan_id and b.borrower_id = new.borrower_id
    and b.settled_as = 'repaid' and (b.settled_on - b.arrived_on) * 2 >= l.term_days) then
    raise exception 'growth is earned by a loan that was held for half its term and repaid' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger line_growths_are_earned before insert on line_growths for each row execute function growth_is_earned();

-- What a loan had earned and earns no more: its payout came back, or it was returned. Once a loan, as it was earned once.
create table line_growths_taken_back (
  loan_id uuid primary key references line_growths,
  borrower_id uuid not null references borrowers,
  amount_centavos bigint not null check (amount_centavos > 0),
  taken_at timestamptz not null
);
create index line_growths_taken_back_of_borrower on line_growths_taken_back (borrower_id);
create trigger line_growths_taken_back_stay before update or delete on line_growths_taken_back for each row execute function refuse_change();
grant select, insert on line_growths_taken_back to sandali_app;
