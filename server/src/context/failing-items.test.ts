// Tests that a step survives failed items, and that the alarm names their kind.
import { beforeEach, expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { createLog } from '#/platform/log.ts';
import { testContext } from '#/testing/context.ts';
import { alarmOfItems, eachItem, forgetFailingItems } from './failing-items.ts';

const lines: string[] = [];
const { app, clocks } = await testContext({ log: createLog('warn', (line) => lines.push(line)) });
const broken = new Set<string>();
beforeEach(async () => {
  broken.clear();
  lines.length = 0;
  await app.db.deleteFrom('failing_items').execute();
});

const look = async (items: readonly string[], areSideBySide = false) =>
  await eachItem(workCtx(app), {
    kind: 'payout',
    items,
    idOf: (item) => item,
    failure: 'a payout could not be processed',
    run: async (item) => {
      if (broken.has(item)) throw new Error(`${item} is broken`);
      return item.toUpperCase();
    },
    areSideBySide,
  });
const alarm = async () => await alarmOfItems(app.db, clocks.wall());

test.each([false, true])(
  'a failed item does not delay others and raises an alarm after a minute (side by side: %s)',
  async (aside) => {
    broken.add('b');
    expect(await look(['a', 'b', 'c'], aside)).toEqual(['A', 'C']);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'a payout could not be processed', reason: 'Error: b is broken' },
    ]);
    clocks.addMs(59_999);
    await look(['b', 'a'], aside);
    expect(await alarm()).toBe('ok');
    clocks.addMs(1);
    await look(['b', 'a'], aside);
    expect(await alarm()).toBe('payout: 1');
    broken.clear();
    await look(['b'], aside);
    expect(await alarm()).toBe('ok');
  },
);

test('a step with several items raises an alarm immediately if all of them fail', async () => {
  for (const item of ['a', 'b', 'c']) broken.add(item);
  expect(await look(['a', 'b'])).toEqual([]);
  expect(await alarm()).toBe('ok');
  expect(await look(['a', 'b', 'c'])).toEqual([]);
  expect(await alarm()).toBe('payout: 3');
  broken.delete('c');
  await look(['a', 'b', 'c']);
  expect(await alarm()).toBe('ok');
});

test('a failure is forgotten if its item is not retried in time', async () => {
  for (const item of ['a', 'b', 'c']) broken.add(item);
  await look(['a', 'b', 'c']);
  clocks.addMs(30 * 60_000 - 1);
  expect([await forgetFailingItems(app.db, clocks.wall()), await alarm()]).toEqual([
    0,
    'payout: 3',
  ]);
  clocks.addMs(1);
  expect([await alarm(), await forgetFailingItems(app.db, clocks.wall())]).toEqual(['ok', 3]);
});

test('a step without items neither logs anything nor runs a query', async () => {
  // A query would throw.
  const withoutDatabase = { ...workCtx(app), app: { ...app, db: undefined as never } };
  const none = { kind: 'payout', items: [], idOf: String, failure: '', run: async () => 1 };
  expect(await eachItem(withoutDatabase, none)).toEqual([]);
});
