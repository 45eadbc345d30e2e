// Tests the ledger commands that finance uses.
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { testOps } from '#/staff/testing.ts';
import { testContext } from '#/testing/context.ts';
import { books } from './books.ts';
import { chainDays } from './chain-days.ts';
import { writeEntry } from './testing.ts';

const { app, clocks, fresh } = await testContext();
const { person } = testOps(app);
const { ask } = await person('finance');

type Row = { kind: string; debitCentavos: number; closingCentavos: number };
const rowsOf = (data: Record<string, unknown>) => data.accounts as Row[];

test('a trial balance can be shown by booking day or by the day of the event', async () => {
  await writeEntry(fresh.app.db, clocks.now());
  await writeEntry(fresh.app.db, clocks.now(), {
    businessOn: Temporal.PlainDate.from('2026-03-30'),
  });
  clocks.addDays(1);
  expect(await chainDays(workCtx(app))).toBe(1);
  const float = async (input: object) => {
    const { data } = await ask('ledger trial-balance', input);
    const row = rowsOf(data).find((item) => item.kind === 'gateway.float');
    return [data.day, data.by, data.isChained, row?.debitCentavos, row?.closingCentavos];
  };
  expect(await float({ day: '2026-04-01' })).toEqual(['2026-04-01', 'booked', true, 1000, 1000]);
  expect(await float({ day: '2026-04-01', by: 'happened' })).toEqual([
    '2026-04-01',
    'happened',
    false,
    500,
    1000,
  ]);
  expect(await float({ day: '2026-03-30', by: 'happened' })).toEqual([
    '2026-03-30',
    'happened',
    false,
    500,
    500,
  ]);
  expect(await float({})).toEqual(['2026-04-02', 'booked', false, 0, 1000]);
  expect(await ask('ledger trial-balance', { day: '2026-04-03' })).toMatchObject({
    status: 422,
    wrong: '2026-04-03 is in the future.',
  });
});

test('a ledger check that runs out of time continues without skipping anything', async () => {
  const atOnce = await books(fresh.app.db);
  expect((await ask('ledger check')).data).toEqual({
    breaks: expect.arrayContaining(atOnce),
    next: null,
  });
  const clocks = { ...app.clocks, wall: () => app.clocks.wall().add({ minutes: 4 * minutes++ }) };
  let minutes = 0;
  const slow = await testOps({ ...app, clocks }).person('engineer');
  const places: unknown[] = [];
  const breaks: unknown[] = [];
  for (let after: unknown; after !== null; ) {
    const { data } = await slow.ask('ledger check', after ? { after } : {});
    breaks.push(...(data.breaks as unknown[]));
    after = data.next;
    places.push(after);
  }
  expect(places).toEqual([
    'account/first',
    'day/first',
    'day/2026-04-01',
    'entry/first',
    'borrower/first',
    null,
  ]);
  expect(breaks).toHaveLength(atOnce.length);
  expect((await ask('ledger check', { after: 'entry/7' })).status).toBe(422);
});

test('ledger verify checks the chained days against a stored hash', async () => {
  const { data } = await ask('ledger verify');
  expect(data).toMatchObject({
    days: 1,
    entries: 2,
    unchainedEntries: 0,
    broken: null,
    head: { day: '2026-04-01' },
  });
  const known = data.head as { day: string; hash: string };
  expect((await ask('ledger verify', { known })).data.broken).toBe(null);
  const wrongHash = { ...known, hash: '0'.repeat(64) };
  expect((await ask('ledger verify', { known: wrongHash })).data.broken).toMatchObject({
    day: '2026-04-01',
    entries: [],
  });
});
