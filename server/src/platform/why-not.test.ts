import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { connect } from '#/db/database.ts';
import { inDatabase } from '#/db/place.testing.ts';
import { CannotStart } from './cannot-start.ts';
import { whyNot } from './why-not.ts';

const embedded = { dataDir: '/data/sandali', database: null };
const configured = {
  ...embedded,
  database: { url: 'postgres://a:secret@h/d', ownerUrl: 'postgres://b:secret@h/d' },
};
const caught = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

test('explains a failed start in one sentence if a person can act on the error', {
  timeout: 30_000,
}, async () => {
  expect(whyNot(new CannotStart('Do this.'), null)).toBe('Do this.');
  const file = await caught(fs.promises.readFile(path.join(tmpdir(), 'sandali-nowhere/file')));
  expect(whyNot(file, embedded)).toMatch(
    /^The data in \/data\/sandali cannot be used \(ENOENT.*\)\. Repair it/,
  );
  const refused = await caught(
    new pg.Client({ connectionString: 'postgres://a:secret@127.0.0.1:1/d' }).connect(),
  );
  expect(whyNot(refused, configured)).toMatch(
    /^The database of DATABASE_URL and DATABASE_OWNER_URL .*ECONNREFUSED 127\.0\.0\.1:1\)\. Start it, or correct/,
  );
  const ofApi = { ...embedded, database: { ...configured.database, ownerUrl: null } };
  expect(whyNot(refused, ofApi)).toMatch(
    /^The database of DATABASE_URL cannot be used \(.*\)\. Start it, or correct the address\.$/,
  );
  const pooled = Object.assign(new Error('unsupported startup parameter: options'), {
    severity: 'FATAL',
    code: '08P01',
  });
  expect(whyNot(pooled, ofApi)).toMatch(/; DATABASE_DIRECT_URL must lead past it\.$/);
  const allRefused = await caught(
    new pg.Client({ connectionString: 'postgres://a:secret@localhost:1/d' }).connect(),
  );
  expect(whyNot(allRefused, configured)).toContain('ECONNREFUSED');
  const noName = await caught(
    new pg.Client({ connectionString: 'postgres://a:secret@no-such-host.invalid/d' }).connect(),
  );
  expect(whyNot(noName, configured)).toMatch(/ENOTFOUND|EAI_AGAIN/);
});

test('explains errors of the PostgreSQL server, but not errors in our statements', async () => {
  const unknownDatabase = connect(inDatabase(inject('testServer').owner, 'not_there'), { max: 1 });
  const missing = await caught(unknownDatabase.pool.query('select 1'));
  await unknownDatabase.pool.end();
  expect(whyNot(missing, embedded)).toMatch(
    /^PostgreSQL cannot use the data in \/data\/sandali \(database "not_there" does not exist\)\. Restore/,
  );
  expect(whyNot(new Error('The migration 1 failed', { cause: missing }), embedded)).toContain(
    'does not exist',
  );
  const here = connect(inject('testServer').owner, { max: 1 });
  const ours = await caught(here.pool.query('select 1/0'));
  await here.pool.end();
  expect(whyNot(ours, embedded)).toBe(null);
  expect(whyNot(new TypeError('x is not a function'), embedded)).toBe(null);
});
