// Tests a reviewer's work on the real command line, in a separate process that calls this server.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { serve } from '@hono/node-server';
import { creditQuery } from '@sandali/contract/credit.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import sharp from 'sharp';
import { afterAll, expect } from 'vitest';
import { testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { waitingPerson } from './testing.ts';

const app = await testApp();
const ops = testOps(app.context);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-reviewer-'));
const server = serve({ fetch: ops.listener.fetch, port: 0, hostname: '127.0.0.1' });
await once(server, 'listening');
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()));
  fs.rmSync(folder, { recursive: true });
});
const program = path.join(import.meta.dirname, '../../../../ops/src/main.ts');

/** Starts a command with a staff key. `output` grows while it runs. */
function type(key: string, args: string[]) {
  const env = {
    PATH: process.env.PATH,
    OPS_KEY: key,
    OPS_PORT: String((server.address() as AddressInfo).port),
    XDG_RUNTIME_DIR: folder,
  };
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [program, ...args], {
    env,
  });
  const output = { printed: '', complained: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (output.printed += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (output.complained += text));
  const ended = once(child, 'exit').then(([exitCode]) => ({
    exitCode: exitCode as number | null,
    ...output,
  }));
  return { child, output, ended };
}
const types = async (key: string, ...args: string[]) => await type(key, args).ended;

/** Runs `review photo` until it has written the picture. */
async function viewPhoto(key: string, application: string, which = 'front') {
  const run = type(key, [
    'review',
    'photo',
    application,
    '--which',
    which,
    '--reason',
    'the name on the ID',
  ]);
  await expect.poll(() => run.output.printed, { timeout: 10_000 }).toContain('.jpg\n');
  return { ...run, file: run.output.printed.split('\n')[0] ?? '' };
}

slow('lists, takes, views and approves an application on the command line', async () => {
  const rosa = await ops.person('reviewer');
  const { application, client, life } = await waitingPerson(app);
  const list = await types(rosa.key, 'review', 'list');
  expect(list).toMatchObject({ exitCode: 0, complained: '' });
  expect(list.printed).toMatch(
    new RegExp(
      `^application +name +waits +reason +held by +until +next\\n${application} +S\\. T\\. \\w\\. +0 min +reviewFailed`,
    ),
  );
  expect((await types(rosa.key, 'review', 'take')).printed).toContain(
    `${application} is yours until`,
  );
  const shown = await types(
    rosa.key,
    'review',
    'show',
    application,
    '--reveal',
    '--reason',
    'first look',
  );
  expect(shown.printed).toMatch(new RegExp(`name +Subok ${life.lastName}\\n`));
  expect(shown.printed).toMatch(/held by +reviewer\.\d+ until /);

  const { child, file, ended } = await viewPhoto(rosa.key, application);
  expect(path.dirname(path.dirname(file))).toBe(folder);
  expect([fs.statSync(file).mode & 0o777, fs.statSync(path.dirname(file)).mode & 0o777]).toEqual([
    0o600, 0o700,
  ]);
  expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 500 });
  child.stdin.write('\n');
  expect(await ended).toMatchObject({ exitCode: 0, complained: 'The file is deleted.\n' });
  expect(fs.readdirSync(folder)).toEqual([]);

  const selfie = await viewPhoto(rosa.key, application, 'selfie');
  selfie.child.stdin.write('\n');
  await selfie.ended;
  const noted = await types(
    rosa.key,
    'review',
    'call-log',
    application,
    '--result',
    'reached',
    '--note',
    'confirms payday',
    '--reason',
    'work',
  );
  expect(noted).toMatchObject({
    exitCode: 0,
    printed: `Noted: reached. ${application} stays yours.\n`,
  });
  const approved = await types(
    rosa.key,
    'review',
    'approve',
    application,
    '--limit',
    '80,000',
    '--reason',
    'employer confirmed',
  );
  expect(approved).toMatchObject({
    exitCode: 0,
    printed: `${application} is approved with ₱80,000; the borrower gets an SMS.\n`,
  });
  expect((await client.must(creditQuery, {})).state).toBe('approved');
  expect(
    await types(rosa.key, 'review', 'show', application, '--json', '--reason', 'after'),
  ).toMatchObject({ exitCode: 0 });
  expect(
    await types(
      rosa.key,
      'review',
      'reject',
      application,
      '--group',
      'other',
      '--reason',
      'too late',
    ),
  ).toMatchObject({
    exitCode: 1,
    complained:
      'This application does not wait for a person: it is decided, or still with the review engine.\n',
  });
});

slow(
  'deletes a shown picture on Ctrl-C, and any left by a killed run on the next start',
  async () => {
    const rosa = await ops.person('reviewer');
    const { application } = await waitingPerson(app);
    await types(rosa.key, 'review', 'take', application);
    const first = await viewPhoto(rosa.key, application);
    first.child.kill('SIGINT');
    expect(await first.ended).toMatchObject({ exitCode: 0 });
    expect(fs.existsSync(first.file)).toBe(false);

    const second = await viewPhoto(rosa.key, application);
    second.child.stdin.end(); // a closed input does not end the view
    const living = await viewPhoto(rosa.key, application);
    second.child.kill('SIGKILL');
    await second.ended;
    expect(fs.existsSync(second.file)).toBe(true);
    await types(rosa.key, 'help');
    expect([fs.existsSync(second.file), fs.existsSync(living.file)]).toEqual([false, true]);
    living.child.kill('SIGTERM');
    await living.ended;
    expect(fs.readdirSync(folder)).toEqual([]);
    const looks = await app.db
      .selectFrom('audit_log')
      .select('act')
      .where('act', '=', 'ops review photo')
      .where('who', '=', rosa.name)
      .execute();
    expect(looks).toHaveLength(3);
  },
);
