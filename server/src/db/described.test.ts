// Tests that each table has a comment that says what it stores, and each trigger one that says
// which rule it enforces.
import { expect, test } from 'vitest';
import { freshDatabase } from './testing.ts';

const { app } = await freshDatabase();

test.each([
  [
    'table or view',
    `select oid, 'pg_class'::regclass as kind, relname as name from pg_class
    where relkind in ('r', 'v') and relname <> 'migrations'
      and relnamespace = 'public'::regnamespace`,
  ],
  [
    'trigger',
    `select t.oid, 'pg_trigger'::regclass, c.relname || '.' || tgname
    from pg_trigger t join pg_class c on c.oid = tgrelid
    where not tgisinternal and c.relnamespace = 'public'::regnamespace`,
  ],
])('every %s in the database has a comment', async (_, query) => {
  const { rows } = await app.pool.query<{ name: string; is: boolean }>(
    `select name, coalesce(length(obj_description(oid, kind::text::name)), 0) >= 20 as is
    from (${query}) as objects (oid, kind, name)`,
  );
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter((row) => !row.is).map((row) => row.name)).toEqual([]);
});
