-- Ids end in their borrower's bucket, so that a distributed PostgreSQL could hold all rows of a
-- bucket on one machine (docs/operators/scale.md).

create function bucket_of(id uuid) returns integer
  language sql immutable strict parallel safe
  return get_byte(uuid_send(id), 15) & 63;
comment on function bucket_of is 'The last six bits of an id.';

create function refuse_other_bucket() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % does not end in the bucket of its borrower', tg_table_name
    using errcode = 'restrict_violation';
end $$;

-- Challenges and recoveries show their id to people who have not logged in. Two ids in the same
-- bucket would tell them that a number has an account.
do $$
declare
  name text;
begin
  for name in
    select relname from pg_class c
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('sms_challenges', 'passkey_challenges', 'account_recoveries')
      and 2 = (select count(*) from pg_attribute
        where attrelid = c.oid and attname in ('id', 'borrower_id') and not attisdropped)
    order by relname
  loop
    execute format('create trigger %1$s_in_bucket after insert on %1$I for each row
      when (bucket_of(new.id) <> bucket_of(new.borrower_id))
      execute function refuse_other_bucket()', name);
    execute format('comment on trigger %1$s_in_bucket on %1$I is %2$L', name,
      'The id of a new row ends in the bucket of its borrower, if the borrower is known.');
  end loop;
end $$;
