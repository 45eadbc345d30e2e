-- No limit grows on a line that is held, whatever the program asks.

create function held_lines_do_not_grow() returns trigger language plpgsql as $$
begin
  if exists (select from line_holds where borrower_id = new.borrower_id and cleared_at is null) then
    raise exception 'a line that is held does not grow' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger credit_lines_grow before update of limit_centavos on credit_lines for each row
  when (new.limit_centavos > old.limit_centavos) execute function held_lines_do_not_grow();
