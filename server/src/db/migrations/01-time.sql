-- The only use of the database's own clock. All other SQL takes the time as a parameter.

-- Bounds a wall time of the caller, so that the serving role cannot claim that a key of staff has
-- expired. A test's wall time may lie in the past.
create function no_later_than_now(at timestamptz) returns timestamptz language sql stable as $$
  select least(at, now())
$$;
