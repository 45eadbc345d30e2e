// The life of the installed program: packs it, installs it without a network, connects over HTTPS,
// makes and renews keys, decides with a second person, and meets the refusal of an expired key.
import { execFile, execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connect } from '#/db/database.ts';
import { startOwnPostgres } from '#/db/own-postgres.testing.ts';
import { selfSigned } from '#/testing/certificate.ts';
import { startProgram } from '#/testing/program.ts';
import { makeRoot } from '#/testing/server.ts';

const root = path.join(import.meta.dirname, '../../..');
const postgres = await startOwnPostgres('ops-package', { isPrepared: false });
const { folder, urlOf } = postgres;
const dataDir = path.join(folder, 'data');
fs.mkdirSync(dataDir);
makeRoot(path.join(dataDir, 'keys'));
const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'tls.pem')];
const pair = selfSigned('localhost');
fs.writeFileSync(certFile, pair.cert);
fs.writeFileSync(keyFile, pair.key);
const owner = connect(postgres.placeOf('postgres'), { max: 1 });
const server = await startProgram(
  path.join(root, 'server/src/main.ts'),
  {
    PATH: process.env.PATH,
    DATABASE_URL: urlOf('app'),
    DATABASE_OWNER_URL: urlOf('postgres'),
    SANDBOX: '1',
    SANDBOX_SEEDS: '0',
    DATA_DIR: dataDir,
    MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    OPS_URL: 'https://localhost',
    OPS_TLS_CERT_FILE: certFile,
    OPS_TLS_KEY_FILE: keyFile,
  },
  60_000,
);
afterAll(async () => {
  await server.stop();
  await owner.pool.end();
  await postgres.stop();
});

/** The Node that runs npm, which may be older than the project's. */
const node = process.env.npm_node_execpath ?? process.execPath;
const prefix = path.join(folder, 'installed');

type Ended = { exitCode: number; printed: string; complained: string };

/** Runs the installed program as a person with a home folder of their own. */
function person(name: string) {
  const env = { PATH: process.env.PATH, HOME: path.join(folder, name) };
  const type = (words: string, more: NodeJS.ProcessEnv = {}) =>
    new Promise<Ended>((resolve) => {
      const args = [path.join(prefix, 'bin/sandali-ops'), ...words.split(' '), '--reason', 'joins'];
      execFile(
        node,
        words.startsWith('connect') ? args.slice(0, -2) : args,
        { env: { ...env, ...more } },
        (error, printed, complained) =>
          resolve({ exitCode: error ? Number(error.code) : 0, printed, complained }),
      );
    });
  return { type, keyFile: path.join(env.HOME, '.config/sandali-ops/key') };
}

function filesIn(place: string): string[] {
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

test('the package installs without a network, other packages or code of the server', () => {
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: root, encoding: 'utf8' });
  const packed = npm('pack', '-w', '@sandali/ops', '--pack-destination', folder).trim();
  const tarball = path.join(folder, packed.split('\n').at(-1) ?? '');
  npm(
    'install',
    '--global',
    '--offline',
    '--cache',
    path.join(folder, 'cache'),
    '--prefix',
    prefix,
    tarball,
  );
  const files = filesIn(prefix);
  const bytes = files.reduce((sum, file) => sum + fs.statSync(file).size, 0);
  expect(bytes).toBeLessThan(1024 * 1024);
  expect(fs.readdirSync(path.join(prefix, 'lib/node_modules'))).toEqual(['@sandali']);
  const program = fs.readFileSync(path.join(prefix, 'bin/sandali-ops'), 'utf8');
  const imported = [...program.matchAll(/(?:from|import)\s*\(?["']([^"']+)["']/g)];
  expect(imported.length).toBeGreaterThan(5);
  expect(imported.filter(([, name]) => !name?.startsWith('node:'))).toEqual([]);
  expect(program).not.toMatch(/kysely|postgres|staff_keys/i);
});

test('two people enrol over HTTPS, decide together, and renew their keys', async () => {
  const [ana, ben] = [person('ana'), person('ben')];
  const address = `https://localhost:${server.at.opsPort}`;
  expect(await ana.type('config list')).toMatchObject({
    exitCode: 3,
    complained: expect.stringContaining('sandali-ops connect'),
  });
  expect(await ana.type(`connect ${address}`)).toMatchObject({
    exitCode: 1,
    complained: expect.stringContaining(
      'is signed by an authority that this machine does not trust',
    ),
  });
  expect((await ana.type(`connect http://lender.example`)).complained).toContain('https address');
  const machineKey = fs.readFileSync(path.join(dataDir, 'keys/ops.key'), 'utf8').trim();
  for (const [name, each] of [
    ['ana', ana],
    ['ben', ben],
  ] as const) {
    expect(await each.type(`connect ${address} --ca ${certFile}`)).toMatchObject({ exitCode: 0 });
    expect((await each.type('config list')).complained).toContain('You have no key');
    const hash = (await each.type('staff key')).printed.split('\n')[0];
    expect((await each.type('config list')).exitCode).toBe(3);
    const add = `staff add ${name} --role engineer --hash ${hash}`;
    expect(await each.type(add, { OPS_KEY: machineKey })).toMatchObject({ exitCode: 0 });
  }
  const proposed = await ana.type('config set telephone 0285550199 --json');
  const { id } = JSON.parse(proposed.printed) as { id: string };
  expect((await ben.type('approvals list')).printed).toContain(id);
  await ben.type(`config change ${id}`);
  expect((await ben.type(`config confirm ${id}`)).printed).toContain('0285550199');

  fs.chmodSync(ana.keyFile, 0o644);
  expect(await ana.type('staff list')).toMatchObject({
    exitCode: 3,
    complained: expect.stringContaining(`chmod 600 '${ana.keyFile}'`),
  });
  fs.chmodSync(ana.keyFile, 0o600);

  const old = fs.readFileSync(ana.keyFile, 'utf8').trim();
  const age = async (name: string, days: number) =>
    await owner.pool.query('update staff_keys set made_at = now() - $2::interval where name = $1', [
      name,
      `${days} days`,
    ]);
  await age('ana', 170);
  expect((await ana.type('staff list')).complained).toMatch(/Your key expires on .* key renew\n$/);
  expect((await ana.type('key renew')).printed).toContain('The old key has ended.');
  expect(await ana.type('staff list')).toMatchObject({ exitCode: 0, complained: '' });
  expect((await ana.type('staff list', { OPS_KEY: old })).complained).toContain('was replaced');
  expect(fs.statSync(ana.keyFile).mode & 0o777).toBe(0o600);
  await age('ben', 181);
  for (const words of ['staff list', 'key renew'])
    expect(await ben.type(words)).toMatchObject({
      exitCode: words === 'key renew' ? 1 : 3,
      complained: expect.stringMatching(/The key of ben expired on .*staff add ben/),
    });
});
