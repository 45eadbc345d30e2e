import { expect, test } from 'vitest';
import type { Desk } from './desk.ts';
import type { Hook } from './events.ts';
import { openHooks } from './hooks.ts';

const at = Temporal.Instant.from('2026-11-20T02:00:00Z');
const hookOf = (nth: number): Hook => ({
  ...{ id: `hook-${nth}`, event: 'payment.received', subject: `pay-${nth}`, wallAt: at.toString() },
  ...{ delayMs: 10, copies: 1 },
});

/** Returns the webhooks of a desk. The test controls the desk's clock and its deliveries. */
function hooksOf(count: number) {
  const clock = { ms: 0 };
  const ends: (() => void)[] = [];
  const bank = {
    hooks: new Map(Array.from({ length: count }, (_, nth) => [`hook-${nth}`, hookOf(nth)])),
  };
  const desk = {
    bank,
    now: () => ({ wall: at.add({ milliseconds: clock.ms }) }),
    record: () => {},
  } as unknown as Desk;
  const hooks = openHooks(desk, () => new Promise((done) => ends.push(() => done(false))));
  return { clock, ends, hooks };
}

test('a webhook that falls due between two checks is sent immediately', () => {
  const { clock, hooks } = hooksOf(1);
  clock.ms = 9;
  expect(hooks.sendDue()).toEqual([]);
  expect(hooks.nextInMs()).toBe(1);
  clock.ms = 11;
  expect(hooks.nextInMs()).toBe(0);
  expect(hooks.sendDue()).toHaveLength(1);
  expect(hooks.nextInMs()).toBe(Number.POSITIVE_INFINITY);
});

test('at most eight webhooks are sent at a time', async () => {
  const { clock, ends, hooks } = hooksOf(9);
  clock.ms = 10;
  const sent = hooks.sendDue();
  expect([sent.length, hooks.nextInMs(), hooks.sendDue()]).toEqual([
    8,
    Number.POSITIVE_INFINITY,
    [],
  ]);
  ends[0]?.();
  await sent[0];
  expect(hooks.nextInMs()).toBe(0);
  expect(hooks.sendDue()).toHaveLength(1);
  for (const end of ends) end();
  await Promise.all(sent);
  expect(hooks.nextInMs()).toBe(1000);
});
