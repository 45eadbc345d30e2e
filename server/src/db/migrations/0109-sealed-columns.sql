-- What says who somebody is and where their money goes is changed by functions of the owner alone: the role that serves could else put another number under
-- an account, or an account under another number.
revoke update on borrowers, payout_accounts from sandali_app;
grant update (password_hash, name_sealed, first_name_sealed, locale, agreement_version, new_accounts_held_until) on borrowers to sandali_app;
grant update (is_default, removed_at) on payout_accounts to sandali_app;

-- Another number, and the row that says so, never one without the other; a trigger holds each change against the one before it.
create function change_phone(who uuid, new_sealed bytea, new_hash bytea, at timestamptz, day date, by_way text, old_sealed bytea) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update borrowers set phone_sealed = new_sealed, phone_hash = new_hash where id = who and erased_at is null;
  if not found then raise exception 'a number belongs to an account' using errcode = 'restrict_violation'; end if;
  insert into phone_changes (borrower_id, number, changed_on, changed_at, way, old_phone_sealed)
    values (who, (select coalesce(max(number), 0) + 1 from phone_changes where borrower_id = who), day, at, by_way, old_sealed);
end $$;
revoke all on function change_phone(uuid, bytea, bytea, timestamptz, date, text, bytea) from public;
grant execute on function change_phone(uuid, bytea, bytea, timestamptz, date, text, bytea) to sandali_app;
revoke insert on phone_changes from sandali_app;
