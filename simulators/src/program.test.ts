import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { slow } from '@sandali/contract/slow.testing.ts';
import { afterEach, expect, test } from 'vitest';
import { startBankSimulator } from './start.ts';
import { startTestBank, type TestBank } from './testing.ts';

const open: TestBank[] = [];
afterEach(async () => {
  for (const bank of open.splice(0)) await bank.close();
});

async function newBank(options?: Parameters<typeof startTestBank>[0]): Promise<TestBank> {
  const bank = await startTestBank(options);
  open.push(bank);
  return bank;
}

slow('a simulator killed between acceptance and payment pays exactly once', async () => {
  const bank = await newBank({ payDelayMs: 1_000 });
  await bank.order('one', '001234567890');
  await bank.killAndStart();
  await bank.hooks.wait('one', 1);
  await bank.killAndStart();
  await bank.order('one', '001234567890');
  await bank.order('two', '001234567890');
  await bank.hooks.wait('two', 1);
  expect(bank.settlementLinesOf('one')).toHaveLength(1);
});

slow(
  'a simulator killed six times pays every order once and sends every webhook',
  async () => {
    const bank = await newBank({ payDelayMs: 20 });
    const references = Array.from({ length: 40 }, (_, i) => `load-${i}`);
    for (let kills = 0; kills < 6; kills += 1) {
      const orders = references.map((reference) =>
        bank.order(reference, '001234567890').catch(() => null),
      );
      await Promise.race(orders.slice(5 * kills, 5 * kills + 1));
      await bank.killAndStart();
      await Promise.all(orders);
    }
    for (const reference of references) await bank.order(reference, '001234567890');
    for (const reference of references) await bank.hooks.wait(reference, 1);
    const paid = bank.settlementReport().map((line) => line.reference);
    expect(paid.toSorted()).toEqual(references.toSorted());
  },
  40_000,
);

slow('a restarted simulator resends webhooks that were not accepted', async () => {
  const bank = await newBank();
  bank.hooks.answerWith(500);
  await bank.order('unanswered', '001234567890');
  const [before] = await bank.hooks.wait('unanswered', 1);
  bank.hooks.answerWith(200);
  await bank.killAndStart();
  const after = await bank.hooks.wait('unanswered', 2);
  expect(after.at(-1)?.id).toBe(before?.id);
});

slow('a restarted simulator removes incomplete lines and restores missing ones', async () => {
  const bank = await newBank();
  for (const reference of ['a', 'b']) {
    await bank.order(reference, '001234567890');
    await bank.hooks.wait(reference, 1);
  }
  const whole = bank.settlementReport();
  const file = path.join(bank.folder, 'settlement-report.jsonl');
  fs.writeFileSync(file, `${JSON.stringify(whole[0])}\n{"id":"mv_`);
  fs.appendFileSync(path.join(bank.folder, 'journal.jsonl'), '[{"type":"paid","reference":"a"');
  await bank.killAndStart();
  expect(bank.settlementReport()).toEqual(whole);
  expect((await bank.call('/payouts/a')).body.state).toBe('paid');
});

slow('the simulator refuses to start with a settlement line missing from its journal', async () => {
  const bank = await newBank();
  fs.appendFileSync(path.join(bank.folder, 'settlement-report.jsonl'), '{"id":"mv_forged"}\n');
  await expect(bank.killAndStart()).rejects.toThrow(
    'line 1 of the settlement report is not in the journal',
  );
});

slow('the simulator refuses to start on a port that is in use', async () => {
  const [first, second] = [await newBank(), await newBank()];
  const start = startBankSimulator({
    folder: path.join(second.folder, 'another'),
    hookUrl: second.hooks.url,
    token: 't',
    offsetMs: 0,
    port: Number(new URL(first.url()).port),
  });
  await expect(start).rejects.toThrow('EADDRINUSE');
});

slow('a second simulator waits until the first releases the folder', async () => {
  const bank = await newBank();
  const { folder, token, hooks } = bank;
  const second = startBankSimulator({ folder, hookUrl: hooks.url, token, offsetMs: 0 });
  await bank.order('one', '001234567890');
  const first = await Promise.race([second, bank.hooks.wait('one', 1)]);
  expect(first).toMatchObject([{ subject: 'one' }]);
  await bank.stop();
  const running = await second;
  const answer = await fetch(`${running.url}/payouts/one`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await answer.json()).toMatchObject({ state: 'paid' });
  await running.stop();
});

slow('the simulator exits when its parent is killed', async () => {
  const bank = await newBank();
  const folder = path.join(bank.folder, 'child');
  const script = `
    const { startBankSimulator } = await import(${JSON.stringify(new URL('./start.ts', import.meta.url).href)});
    const { url } = await startBankSimulator({ folder: ${JSON.stringify(folder)}, hookUrl: 'http://127.0.0.1:1/', token: 't', offsetMs: 0 });
    console.log(url);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(parent.stdout.setEncoding('utf8'), 'data');
  const isUp = () =>
    fetch(`${url.trim()}/balance`).then(
      () => true,
      () => false,
    );
  expect(await isUp()).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(isUp, { timeout: 5_000 }).toBe(false);
});

slow('paid times and settlement days follow business time in Manila', async () => {
  const bank = await newBank();
  const businessAt = (instant: string) => bank.setOffset(Date.parse(instant) - Date.now());
  await businessAt('2027-03-01T15:59:00Z');
  await bank.order('late', '001234567890');
  await bank.hooks.wait('late', 1);
  await businessAt('2027-03-01T16:00:00Z');
  await bank.order('next', '001234567890');
  await bank.hooks.wait('next', 1);
  const references = async (day: string) =>
    (await bank.call(`/settlement-report?day=${day}`)).body.lines.map((line) => line.reference);
  expect(await references('2027-03-01')).toEqual(['late']);
  expect(await references('2027-03-02')).toEqual(['next']);
  expect(await references('2027-03-03')).toEqual([]);
  expect((await bank.call('/payouts/late')).body.paidAt).toMatch(/^2027-03-01T15:59:/);
  expect((await bank.call('/settlement-report?day=yesterday')).status).toBe(400);
});

test('the simulator refuses a body over 64 KiB', async () => {
  const bank = await newBank();
  expect((await bank.order('big', '1', { accountName: 'x'.repeat(70_000) })).status).toBe(413);
});
