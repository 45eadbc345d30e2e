-- Whoever has a line is looked up again whenever a list changes. A match holds new loans back until two people have looked at it.

-- How far a line has been looked up: the versions of the lists, 0 before any.
create table line_screenings (
  borrower_id uuid primary key references borrowers,
  blocklist_version integer not null default 0 check (blocklist_version >= 0),
  sanctions_version integer not null default 0 check (sanctions_version >= 0),
  -- Business time; null until the first look.
  screened_at timestamptz
);
create index line_screenings_by_blocklist on line_screenings (blocklist_version);
create index line_screenings_by_sanctions on line_screenings (sanctions_version);
insert into line_screenings (borrower_id) select borrower_id from credit_lines;
create function lines_are_screened() returns trigger language plpgsql as $$
begin
  insert into line_screenings (borrower_id) values (new.borrower_id);
  return null;
end $$;
create trigger credit_lines_are_screened after insert on credit_lines for each row execute function lines_are_screened();

-- While one is open nothing new is lent on the line; bills go on as they are.
create table line_holds (
  id uuid primary key,
  borrower_id uuid not null references borrowers,
  -- Business time.
  placed_at timestamptz not null,
  -- Who says that the list means somebody else, and who confirms it.
  proposed_by text,
  proposed_at timestamptz,
  cleared_by text,
  cleared_at timestamptz,
  check ((proposed_by is null) = (proposed_at is null)),
  check ((cleared_by is null) = (cleared_at is null)),
  constraint line_holds_of_two_people check (cleared_by is null or (proposed_by is not null and proposed_by <> cleared_by))
);
create index line_holds_of_borrower on line_holds (borrower_id);
create unique index line_holds_open on line_holds (borrower_id) where cleared_at is null;

-- What a line has matched: the key, so that the same entry of the next version raises nothing again. `hold_id` is null where the review knew it
-- when the line was given.
create table line_matches (
  borrower_id uuid not null references borrowers,
  list text not null check (list in ('blocklist', 'sanctions')),
  key_hash bytea not null check (length(key_hash) = 32),
  -- As it was when it was found.
  version integer not null check (version >= 1),
  line integer not null check (line >= 2),
  matched_by text not null,
  found_at timestamptz not null,
  hold_id uuid references line_holds,
  primary key (borrower_id, list, key_hash)
);
create index line_matches_of_hold on line_matches (hold_id) where hold_id is not null;

create function line_holds_end_once() returns trigger language plpgsql as $$
begin
  if (new.id, new.borrower_id, new.placed_at) is distinct from (old.id, old.borrower_id, old.placed_at) or old.cleared_at is not null then
    raise exception 'a hold stays as it was placed, and is cleared once' using errcode = 'restrict_violation';
  end if;
  if new.cleared_at is not null and (new.proposed_by, new.proposed_at) is distinct from (old.proposed_by, old.proposed_at) then
    raise exception 'a hold is proposed for clearing first' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger line_holds_end_once before update on line_holds for each row execute function line_holds_end_once();
create trigger line_holds_stay before delete on line_holds for each row execute function lines_go_with_their_account();
create trigger line_matches_stay before update or delete on line_matches for each row execute function lines_go_with_their_account();
create trigger line_holds_of_somebody before insert on line_holds for each row execute function belongs_to_somebody();
create trigger line_matches_of_somebody before insert on line_matches for each row execute function belongs_to_somebody();

create function forget_line_screening() returns trigger language plpgsql as $$
begin
  delete from line_matches where borrower_id = new.id;
  delete from line_holds where borrower_id = new.id;
  delete from line_screenings where borrower_id = new.id;
  return null;
end $$;
create trigger borrowers_forget_line_screening after update of erased_at on borrowers for each row
  when (old.erased_at is null and new.erased_at is not null) execute function forget_line_screening();

-- No loan begins on a line that is held, whatever the program asks.
create function held_lines_lend_nothing() returns trigger language plpgsql as $$
begin
  if exists (select from line_holds where borrower_id = new.borrower_id and cleared_at is null) then
    raise exception 'nothing is lent on a line that is held' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger loans_of_free_lines before insert on loans for each row execute function held_lines_lend_nothing();

grant select, insert on line_screenings, line_holds, line_matches to sandali_app;
grant update (blocklist_version, sanctions_version, screened_at) on line_screenings to sandali_app;
grant update (proposed_by, proposed_at, cleared_by, cleared_at) on line_holds to sandali_app;
