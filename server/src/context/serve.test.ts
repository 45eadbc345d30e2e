// Tests that a call uses one version of the settings and holidays, and that it returns the response
// that a copy on another server has already stored.
import { call } from '@sandali/contract/call.ts';
import { asDay } from '@sandali/contract/day.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { inTx } from '#/db/database.ts';
import { onePart } from '#/db/snapshot.ts';
import { newId } from '#/platform/random.ts';
import { Refused } from '#/platform/refuse.ts';
import { answerServed } from '#/testing/answer.ts';
import { testApp } from '#/testing/app.ts';
import { addHolidays } from './calendar.ts';
import { type Ctx, pinned, workCtx } from './ctx.ts';
import { insertAnswer, scopeOfDevice } from './idempotency.store.ts';
import { hashOfInput } from './idempotency.ts';
import { serveRead, serveWrite } from './serve.ts';
import { storeSetting } from './settings.ts';

const app = await testApp();
const { db } = app;

const shape = { request: v.object({}), data: v.object({}), refusals: [] } as const;
const look = call({ path: '/test/look', who: 'anyone', kind: 'read', ...shape });
const decide = call({ path: '/test/decide', who: 'anyone', kind: 'write', ...shape });

async function ctxNow(): Promise<Ctx> {
  return {
    ...workCtx(app.context),
    ...(await pinned(app.context)),
    who: null,
    deviceId: 'AAAAAAAAAAAAAAAAAAAAAA',
    locale: 'en',
    terminal: 'web',
    attribution: null,
    userAgent: '',
    requestId: newId(app.clocks.wall()),
    address: null,
  };
}

async function switchOff(name: 'payoutsOn' | 'applicationsOn'): Promise<void> {
  await storeSetting(db, name, false, 'test', app.clocks.wall());
}

test('a call keeps the settings and holidays that it began with', async () => {
  const holiday = asDay('2031-03-12');
  const seen: unknown[] = [];
  const see = async ({ app: { settings, holidays }, settings: { payoutsOn } }: Ctx) =>
    seen.push([payoutsOn, (await settings.all()).payoutsOn, holidays.has(holiday)]);
  const served = serveRead(look, async (ctx) => {
    await see(ctx);
    await switchOff('payoutsOn');
    ctx.app.settings.forget();
    const kept = { on: holiday, kind: 'special', name: 'Test day', source: 'a test' } as const;
    await inTx(db, (tx) => addHolidays(tx, [kept], { at: app.clocks.wall(), who: 'test' }));
    await app.context.calendar.refresh();
    await see(ctx);
    return {};
  });
  await answerServed(served, await ctxNow(), {});
  expect(seen).toEqual([
    [true, true, false],
    [true, true, false],
  ]);
  await see(await ctxNow());
  expect(seen.at(-1)).toEqual([false, false, true]);
});

test('a decision uses the new settings if they change before it takes its locks', async () => {
  const decidedOn: unknown[] = [];
  const stored = onePart(
    (read) => read.selectFrom('settings').select('value').where('name', '=', 'applicationsOn'),
    (row) => row?.value ?? null,
  );
  const served = serveWrite(decide, {
    parts: { stored },
    params: () => ({}),
    decide: async ({ settings }, facts) => {
      decidedOn.push([settings.applicationsOn, facts.stored]);
      return { ids: {}, answer: {} };
    },
    show: async () => ({}),
  });
  const ctx = await ctxNow();
  await switchOff('applicationsOn');
  await answerServed(served, ctx, {});
  expect(decidedOn).toEqual([[false, false]]);
});

test.each([
  ['succeeds', async () => ({ ids: { by: 'this server' } })],
  [
    'is refused',
    async () => {
      throw new Refused('systemBusy');
    },
  ],
  [
    'fails',
    async () => {
      throw new Error('a planted failure');
    },
  ],
])('a copy on another server decides the response if this call %s later', async (_, end) => {
  const ctx = await ctxNow();
  const served = serveWrite(decide, {
    async run() {
      const request = { scope: scopeOfDevice(ctx.deviceId), requestId: ctx.requestId };
      const inputHash = hashOfInput(ctx, {});
      const copy = { ...request, call: decide.path, inputHash, at: ctx.wall };
      await db.executeQuery(insertAnswer(db, copy, { code: '0000', ids: { by: 'a copy' } }));
      return await end();
    },
    show: async (_ctx, _read, ids) => {
      shown.push(ids);
      return {};
    },
  });
  const shown: unknown[] = [];
  await answerServed(served, ctx, {});
  expect(shown).toEqual([{ by: 'a copy' }]);
});
