import * as fs from 'node:fs';
import * as path from 'node:path';
import { freshDatabase } from '@sandali/server/db/testing.ts';
import { expect, it } from 'vitest';
import { fateOf, pageOf, readSchema } from './unique-keys.ts';

const { owner } = await freshDatabase();
const file = path.join(import.meta.dirname, '../../docs/unique-keys.md');

// `npm run unique-keys` sets UPDATE and so writes the file anew.
it('lists every unique key of the database', async () => {
  const page = pageOf(await readSchema(owner));
  if (process.env.UPDATE) fs.writeFileSync(file, page);
  expect(fs.readFileSync(file, 'utf8')).toBe(page);
});

it('tells what names its borrower from what no machine could keep unique by itself', async () => {
  await owner.pool.query(
    `create table lockers (id uuid primary key, borrower_id uuid not null, loan_id uuid references loans, plate text unique, name text)`,
  );
  await owner.pool.query('create unique index on lockers (borrower_id, name)');
  await owner.pool.query('create unique index on lockers (loan_id, name) where name is not null');
  await owner.pool.query('create table rooms (name text primary key)');
  const schema = await readSchema(owner);
  const of = (table: string) => schema.keys.filter((key) => key.table === table).map((key) => [key.columns.join(), fateOf(schema, key)]);
  expect(Object.fromEntries(of('lockers'))).toEqual({
    id: 'own id',
    'borrower_id,name': 'names the borrower',
    'loan_id,name': 'borrower follows',
    plate: 'directory',
  });
  expect(of('rooms')).toEqual([['name', 'of the company']]);
});
