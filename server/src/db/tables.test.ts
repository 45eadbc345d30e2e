import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { test } from 'vitest';
import type { Place } from './database.ts';
import { freshDatabase } from './testing.ts';

const { place } = await freshDatabase();

// `npm run tables` sets UPDATE, which rewrites the file.
test('tables.ts matches the migrations', () => {
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

function urlOf(at: Place): string {
  if ('connectionString' in at) return at.connectionString;
  return `postgres://${at.user}@localhost/${at.database}?host=${encodeURIComponent(at.host)}`;
}
