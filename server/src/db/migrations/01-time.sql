-- The only use of the database's own clock. All other SQL takes the time as a parameter.

-- Limits the caller's wall time, so that the serving role cannot pretend that a staff key has
-- expired. A test's wall time may be in the past.
create function no_later_than_now(at timestamptz) returns timestamptz language sql stable as $$
  select least(at, now())
$$;
