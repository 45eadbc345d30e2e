import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { slow } from '@sandali/contract/slow.testing.ts';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { environment, printEnvironment } from './environment.ts';
import { companyEnv } from './lender.testing.ts';
import { aboutOf } from './variable.ts';

const root = path.join(import.meta.dirname, '../../..');
const readText = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const variables = Object.entries(environment.entries);
const secrets = variables
  .filter(([, variable]) => aboutOf(variable).isSecret)
  .map(([name]) => name);
/** Variables that the command line reads but the server does not. */
const ofOps = ['OPS_KEY', 'OPS_KEY_FILE', 'OPS_CA'];
const rootKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64url');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'environment-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

// `npm run variables` sets UPDATE to rewrite the file.
test('.env.example lists all variables with their defaults', () => {
  const printed = printEnvironment();
  if (process.env.UPDATE) fs.writeFileSync(path.join(root, '.env.example'), printed);
  expect(readText('.env.example')).toBe(printed);
  const rows = printed.split('\n').filter((line) => /^[A-Z]/.test(line));
  expect(rows.map((row) => row.split('=')[0])).toEqual(
    variables.flatMap(([name]) => (secrets.includes(name) ? [name, `${name}_FILE`] : [name])),
  );
  expect(readConfig(Object.fromEntries(rows.map((row) => row.split('='))), root)).toEqual(
    readConfig({}, root),
  );
});

test('reads every secret from its variable or a file, and no error repeats a secret', () => {
  const named = variables
    .map(([name]) => name)
    .filter((name) => /_(KEY|TOKEN|SECRET)(_PREVIOUS)?$|^DATABASE_.*URL$/.test(name));
  expect(secrets.toSorted()).toEqual(named.filter((name) => name !== 'ROOT_PUBLIC_KEY').toSorted());
  const values: Record<string, string> = {
    DATABASE_URL: 'postgres://app:canary@h/d',
    DATABASE_OWNER_URL: 'postgres://owner:canary@h/d',
    DATABASE_DIRECT_URL: 'postgres://app:canary@direct/d',
    DATABASE_READ_URL: 'postgres://app:canary@standby/d',
  };
  const textOf = (name: string) => values[name] ?? `canary-of-${name.toLowerCase()}`;
  const rest = {
    SANDBOX: '0',
    ...companyEnv,
    ORIGIN: 'https://app.example',
    TRUSTED_PROXIES: '1',
    BANK: 'xendit',
    SMS_GATEWAYS: 'semaphore,twilio',
    SEMAPHORE_SENDER: 'SANDALI',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_FROM: 'SANDALI',
    ROOT_PUBLIC_KEY: rootKey,
    FILES: 's3://lender',
    AWS_ACCESS_KEY_ID: 'id',
    SANDBOX_BANK_URL: 'http://127.0.0.1:8099',
  };
  const inPlace = Object.fromEntries(secrets.map((name) => [name, textOf(name)]));
  const inFiles = Object.fromEntries(
    secrets.map((name) => {
      fs.writeFileSync(path.join(folder, name), `${textOf(name)}\n`);
      return [`${name}_FILE`, path.join(folder, name)];
    }),
  );
  const config = readConfig({ ...rest, ...inPlace }, root);
  expect(readConfig({ ...rest, ...inFiles }, root)).toEqual(config);
  expect(secrets.filter((name) => !JSON.stringify(config).includes(textOf(name)))).toEqual([]);
  for (const name of secrets) {
    const both = { ...rest, ...inPlace, [`${name}_FILE`]: path.join(folder, name) };
    expect(() => readConfig(both, root)).toThrow(`Set ${name} or ${name}_FILE, not both.`);
    const none = { ...rest, ...inPlace, [name]: '', [`${name}_FILE`]: 'canary' };
    expect(() => readConfig(none, root)).toThrow(
      new RegExp(`^${name}_FILE must name a file(?!.*canary)`),
    );
  }
});

test('a failed start names all invalid variables', () => {
  expect(() => readConfig({ PORT: 'x', SANDBOX: 'yes', MASTER_KEY_FILE: 'none' }, root)).toThrow(
    /^MASTER_KEY_FILE must .*\nPORT must .*"x"\.\nSANDBOX must be 0 or 1, not "yes"\.$/,
  );
});

test('every server variable that the documentation names exists', () => {
  const named =
    /`(XENDIT|SEMAPHORE|TWILIO|SANDBOX|OWN|BANK|SMS|DATABASE|TLS|OPS|HOOK|CALLS|VAPID|PAYOUTS|TRUSTED|FIRST|COMPANY)_([A-Z_]+)\b/g;
  const known = new Set([
    ...variables.map(([name]) => name),
    ...secrets.map((name) => `${name}_FILE`),
    ...ofOps,
  ]);
  const pages = [
    'README.md',
    'SECURITY.md',
    ...fs.globSync('docs/operators/**/*.md', { cwd: root }),
  ];
  const mentioned = pages.flatMap((page) =>
    [...readText(page).matchAll(named)].map(([, first, rest]) => `${first}_${rest}`),
  );
  expect(mentioned.length).toBeGreaterThan(20);
  expect(
    mentioned.filter((name) => !known.has(name) && !name.startsWith('XENDIT_MANILA_')),
  ).toEqual([]);
});

slow('scripts that read the environment also read .env, with lower precedence', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const reading = ['prestart', 'dev', 'reset', 'build'];
  expect(
    reading.filter((name) => !scripts[name]?.includes('node --import ./scripts/env.ts ')),
  ).toEqual([]);
  for (const [name, command] of [
    ['start', 'serve'],
    ['migrate', 'migrate'],
    ['ops', 'ops'],
  ] as const)
    expect(scripts[name]).toBe(`exec deploy/sandali ${command}`);
  expect(readText('.gitignore').split('\n')).toContain('/.env');
  const ask = () =>
    spawnSync(
      process.execPath,
      ['--import', path.join(root, 'scripts/env.ts'), '-p', 'process.env.PORT + process.env.HOST'],
      {
        cwd: folder,
        env: { ...process.env, PORT: '9000', HOST: undefined },
        encoding: 'utf8',
      },
    );
  expect(ask()).toMatchObject({ stdout: '9000undefined\n', stderr: '' });
  fs.writeFileSync(path.join(folder, '.env'), 'PORT=9100\nHOST=127.0.0.2\n');
  expect(ask()).toMatchObject({ stdout: '9000127.0.0.2\n', stderr: '' });
});
