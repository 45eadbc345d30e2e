import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { counted } from '#/db/counted.testing.ts';
import { testApp } from '#/testing/app.ts';
import { reconcileDays } from './reconciliation.ts';

const app = await testApp({ checksBooks: false });
const gateway = app.context.bank.name;
const days = 20;
const daysARound = 8;
const oldest = app.today().subtract({ days: 200 });

// Unbooked payments on 20 consecutive days, starting 200 days ago. Each is listed as a break of the
// wrong kind until its day is compared. The reports of all days up to yesterday have been read.
await app.owner.pool.query(`
  insert into reconciled_days select '${gateway}', day::date, '${app.clocks.now()}', 'gateway', 1
    from generate_series('${oldest}'::timestamp, '${app.today().subtract({ days: 1 })}', '1 day') day;
  insert into settlement_report_lines select '${gateway}', 'old-' || n, 'paymentReceived', 'payment-' || n, 100, 'PHP', '${app.clocks.now()}',
    '${oldest}'::date + n, '${app.clocks.now()}' from generate_series(0, ${days - 1}) n;
  insert into reconciliation_breaks (id, gateway, kind, subject, movement, line_id, bank_centavos,
    bank_on, currency, on_day, found_at)
    select gen_random_uuid(), gateway, 'wrongAmount', subject, kind, line_id, amount_centavos, on_day, currency, on_day, read_at from settlement_report_lines
      where line_id like 'old-%'`);

const open = async (kind: string) => {
  const rows = await app.db
    .selectFrom('reconciliation_breaks')
    .select('line_id')
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .orderBy('on_day')
    .execute();
  return rows.map((row) => row.line_id);
};
const round = async () => {
  const { texts } = await counted(() => reconcileDays(workCtx(app.context)));
  return texts.filter((text) => text.includes('full join books')).length;
};

slow('each round compares every new day, but only a few of the days with open breaks', async () => {
  expect(await round()).toBe(daysARound);
  expect(await open('wrongAmount')).toHaveLength(days - daysARound);
  // The trigger makes the next comparison fail. The day that has just ended has an unknown payment.
  await app.owner.pool.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
    create trigger fail before update on reconciliation_breaks for each row when (old.line_id = 'old-${daysARound}') execute function fail()`);
  const { settlementReport } = app.context.bank;
  const at = app.clocks.now();
  const line = {
    id: 'new',
    kind: 'paymentReceived',
    reference: null,
    gatewayId: 'new',
    amountCentavos: centavos(100),
    currency: 'PHP',
    at,
  } as const;
  app.context.bank.settlementReport = async () => ({ outcome: 'known', lines: [line] });
  await app.addDays(1);
  expect(await round()).toBe(1 + daysARound);
  expect(await open('unknownToUs')).toContain('new');
  expect(await open('wrongAmount')).toEqual([
    `old-${daysARound}`,
    ...Array.from({ length: days - 2 * daysARound }, (_, n) => `old-${2 * daysARound + n}`),
  ]);
  app.context.bank.settlementReport = settlementReport;
  expect(await round()).toBe(days + 1 - 2 * daysARound);
  expect(await open('wrongAmount')).toEqual([`old-${daysARound}`]);
  // After the last day with open breaks, rounds continue with the first one.
  await app.owner.pool.query('drop trigger fail on reconciliation_breaks');
  await round();
  expect(await open('wrongAmount')).toEqual([`old-${daysARound}`]);
  await round();
  expect(await open('wrongAmount')).toEqual([]);
});

test('reads newer settlement reports even if a day’s report cannot be stored', async () => {
  const { settlementReport } = app.context.bank;
  const stuck = app.today();
  app.context.bank.settlementReport = async (day) => {
    if (day.equals(stuck)) throw new Error('planted');
    return { outcome: 'known', lines: [] };
  };
  const unread = async () => {
    await reconcileDays(workCtx(app.context));
    const rows = await app.db
      .selectFrom('reconciled_days')
      .select('day')
      .where('day', '>=', stuck)
      .orderBy('day')
      .execute();
    return rows.map(({ day }) => stuck.until(day).days);
  };
  await app.addDays(3);
  expect(await unread()).toEqual([2]);
  expect(await unread()).toEqual([1, 2]);
  await app.addDays(1);
  expect(await unread()).toEqual([1, 2, 3]);
  app.context.bank.settlementReport = settlementReport;
  expect(await unread()).toEqual([0, 1, 2, 3]);
});
