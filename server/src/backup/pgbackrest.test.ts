import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pgbackrest } from './pgbackrest.ts';

const isMissing = spawnSync('pgbackrest', ['version']).status !== 0;

test('names the package if pgBackRest is missing', () => {
  const config = { stanza: 'lender', toolEnv: { PATH: '/nowhere' } };
  expect(() => pgbackrest(config, 'check')).toThrow('lacks pgBackRest (Debian package pgbackrest)');
  expect(() => pgbackrest({ ...config, stanza: null }, 'check')).toThrow('set PGBACKREST_STANZA');
});

test('tells an unknown stanza from a lost repository', ({ skip }) => {
  if (isMissing) return skip('pgBackRest is missing (Debian package pgbackrest)');
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'sandali-stanza-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  fs.chmodSync(folder, 0o755);
  const file = path.join(folder, 'pgbackrest.conf');
  const lines = ['[global]', `repo1-path=${folder}/lost`, `lock-path=${folder}/lock`];
  lines.push('log-level-file=off', `spool-path=${folder}`, '[lender]', `pg1-path=${folder}/data`);
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
  const toolEnv = { ...process.env, PGBACKREST_CONFIG: file };
  const call = (stanza: string, ...args: string[]) => pgbackrest({ stanza, toolEnv }, ...args);
  expect(() => call('other', 'check')).toThrow('pgBackRest has no stanza other');
  expect(() => call('lender', 'restore')).toThrow(
    'The repository of pgBackRest has no stanza lender',
  );
  expect(() => call('lender', '--no-such-option', 'restore')).toThrow(
    /^pgbackrest restore failed: ERROR: .*no-such-option/,
  );
});
