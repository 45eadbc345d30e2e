import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import type { Place } from './database.ts';
import { freshDatabase } from './testing.ts';

const { app, owner, place } = await freshDatabase();

// `npm run tables` sets UPDATE, which makes these tests rewrite the files.
slow('tables.ts matches the migrations', () => {
  const program = path.join(
    path.dirname(createRequire(import.meta.url).resolve('kysely-codegen')),
    '../dist/cli/bin.js',
  );
  const types = JSON.stringify({
    timestamptz: 'Temporal.Instant',
    int8: 'bigint',
    date: 'Temporal.PlainDate',
  });
  const file = path.join(import.meta.dirname, 'tables.ts');
  const options = [
    '--dialect',
    'postgres',
    '--include-pattern',
    'public.*',
    '--type-mapping',
    types,
    '--out-file',
    file,
    '--log-level',
    'error',
  ];
  if (!process.env.UPDATE) options.push('--verify');
  execFileSync(process.execPath, [program, '--url', urlOf(place.owner), ...options], {
    stdio: 'pipe',
    encoding: 'utf8',
  });
});

const transitionsFile = path.join(import.meta.dirname, '../data/transitions.ts');

/** Returns the text of the file with the transitions that a database allows. */
async function transitionsText(): Promise<string> {
  const { rows } = await app.pool.query<{ kind: string; before: string; after: string }>(
    `select kind, from_state as before, to_state as after from transitions
    order by kind collate "C", from_state collate "C", to_state collate "C"`,
  );
  const lines = rows.map(
    ({ kind, before, after }) => `  { kind: '${kind}', from: '${before}', to: '${after}' },\n`,
  );
  return `// Written by \`npm run tables\` from the table \`transitions\` (01-rules.sql).\nexport const transitions = [\n${lines.join('')}] as const;\n`;
}

test('transitions.ts matches the migrations', async () => {
  const text = await transitionsText();
  if (process.env.UPDATE) fs.writeFileSync(transitionsFile, text);
  expect(fs.readFileSync(transitionsFile, 'utf8')).toBe(text);
});

test('a new row in `transitions` changes transitions.ts and what the database allows', async () => {
  const mayMove = async () => {
    const { rows } = await app.pool.query(`select may_move('payout', 'reversed', 'sent') as may`);
    return rows[0].may;
  };
  expect(await mayMove()).toBe(false);
  await owner.pool.query(`insert into transitions values ('payout', 'reversed', 'sent')`);
  expect(await mayMove()).toBe(true);
  expect(await transitionsText()).toContain(
    "  { kind: 'payout', from: 'reversed', to: 'sent' },\n",
  );
});

test('a trigger refuses an inserted row whose state is in no transition', async () => {
  const { rows } = await owner.pool.query<{ kind: string }>(
    `select split_part(encode(tgargs, 'escape'), '\\', 1) as kind from pg_trigger
    where tgfoid = 'follow_transitions'::regproc and tgtype & 4 > 0 order by 1`,
  );
  const kinds = rows.map((row) => row.kind);
  expect(kinds).toEqual(['extension', 'loan', 'payout', 'proposal', 'refund']);
  const inserted = owner.pool.query(`insert into payouts (state) values ('lost')`);
  await expect(inserted).rejects.toThrow('lost is not a state of a payout');
});

function urlOf(at: Place): string {
  if ('connectionString' in at) return at.connectionString;
  return `postgres://${at.user}@localhost/${at.database}?host=${encodeURIComponent(at.host)}`;
}
