-- A new master key changes the bytes of a sealed value, but not its content. So rows that are
-- otherwise fixed allow this change only.

create view sealed_columns as
  select c.relname::text as table_name, a.attname::text as column_name
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    and a.attname like '%\_sealed' and not a.attisdropped;
comment on view sealed_columns is 'The columns with sealed values: their names end in _sealed.';
grant select on sealed_columns to sandali_app;

-- Whether two sealed values can differ only in their key: layout, nonce and length are equal. The
-- database has no key, so it cannot compare the contents.
create function is_resealed(before bytea, after bytea) returns boolean language sql immutable as $$
  select before is not distinct from after
    or coalesce(length(before) = length(after) and length(before) >= 30
      and substring(before for 1) = substring(after for 1)
      and substring(before from 2 for 1) <> substring(after from 2 for 1)
      and substring(before from 3 for 12) = substring(after from 3 for 12), false)
$$;

-- The arguments are the table's sealed columns, because looking them up for each row would take
-- longer than all the rest.
create function changes_only_seals() returns trigger language plpgsql as $$
declare
  sealed text[] := tg_argv[:];
  before jsonb;
  after jsonb;
begin
  perform ensure(tg_op = 'UPDATE', 'a reseal only updates rows');
  before := to_jsonb(old);
  after := to_jsonb(new);
  perform ensure(before - sealed = after - sealed, 'a reseal changes sealed columns only');
  perform ensure((select bool_and(is_resealed((before ->> name)::bytea, (after ->> name)::bytea))
    from unnest(sealed) name), 'a reseal changes the key of a value only');
  return new;
end $$;

-- Stores resealed rows of a table in one statement. Each of the `items` has the row's place (`at`),
-- and each column's value before and after. Skips rows that are locked or have changed, so the
-- function never waits.
create function reseal(of_table text, items jsonb) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  names text[] := array(select column_name from sealed_columns where table_name = of_table);
  places tid[] := array(select (item ->> 'at')::tid from jsonb_array_elements(items) item);
  resealed integer;
begin
  perform ensure(cardinality(names) > 0, 'a table has sealed columns');
  -- Not a `set` clause of the function, which only a superuser could create.
  perform set_config('sandali.resealing', 'on', true);
  execute format(
    'with item as (select * from jsonb_to_recordset($1) as item (at tid, %2$s)), mine as (
      select item.* from %1$I t join item on item.at = t.ctid
      where t.ctid = any ($2) and %3$s for no key update of t skip locked)
    update %1$I t set %4$s from mine where mine.at = t.ctid and t.ctid = any ($2)',
    of_table,
    (select string_agg(format('%I bytea, %I bytea', name, name || '_before'), ', ')
      from unnest(names) name),
    (select string_agg(format('t.%1$I is not distinct from item.%2$I', name, name || '_before'),
      ' and ') from unnest(names) name),
    (select string_agg(format('%1$I = mine.%1$I', name), ', ') from unnest(names) name))
    using items, places;
  get diagnostics resealed = row_count;
  perform set_config('sandali.resealing', 'off', true);
  return resealed;
end $$;
revoke all on function reseal(text, jsonb) from public;
grant execute on function reseal(text, jsonb) to sandali_app;

-- During a reseal, only one trigger of these tables fires, and it checks the rows. A trigger that a
-- later migration adds to such a table needs the same condition, which a test checks.
do $$
declare
  of_table text;
  t record;
begin
  for of_table in select distinct table_name from sealed_columns loop
    for t in
      select tgname, pg_get_triggerdef(oid) as text, obj_description(oid, 'pg_trigger') as about
      from pg_trigger where tgrelid = of_table::regclass and not tgisinternal and tgtype & 16 = 16
        and cardinality(tgattr::int2[]) = 0
    loop
      execute format('drop trigger %I on %I', t.tgname, of_table);
      execute case when t.text ~ ' WHEN \('
        then regexp_replace(t.text, ' WHEN \((.*)\) EXECUTE FUNCTION ',
          ' WHEN ((\1) and current_setting(''sandali.resealing'', true) is distinct from ''on'') EXECUTE FUNCTION ')
        else replace(t.text, ' EXECUTE FUNCTION ',
          ' WHEN (current_setting(''sandali.resealing'', true) is distinct from ''on'') EXECUTE FUNCTION ')
        end;
      execute format('comment on trigger %I on %I is %L', t.tgname, of_table, t.about);
    end loop;
    execute format('create trigger a_reseal_changes_only_seals before insert or update or delete on %I
      for each row when (current_setting(''sandali.resealing'', true) = ''on'')
      execute function changes_only_seals(%s)', of_table, (select string_agg(quote_literal(column_name), ', ')
        from sealed_columns where table_name = of_table));
    execute format('comment on trigger a_reseal_changes_only_seals on %I is
      ''While values are sealed with another key, nothing else of a row changes.''', of_table);
  end loop;
end $$;
