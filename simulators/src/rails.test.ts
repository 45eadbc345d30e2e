import { afterAll, beforeEach, expect, test } from 'vitest';
import { batchOf, returnOf } from './rails.ts';
import { openInsideBank } from './testing.ts';

const holidays = ['2026-11-30', '2026-12-31', '2027-01-01'];
const instant = (manila: string) => Temporal.Instant.from(`${manila}+08:00`);
const inManila = (at: Temporal.Instant) =>
  at.toZonedDateTimeISO('Asia/Manila').toPlainDateTime().toString({ smallestUnit: 'minute' });

let business = instant('2026-11-19T10:00:00');
let wall = instant('2026-11-19T10:00:00');
const events: string[] = [];
const bank = openInsideBank({
  now: () => ({ wall, business }),
  deliver: async ({ body }) => {
    events.push(JSON.parse(body).event);
    return new Response('', { status: 200 });
  },
});
afterAll(() => bank.close());
beforeEach(async () => {
  await bank.call('/control/behave', { holidays });
  events.splice(0);
});

/** Sets the business clock, advances the wall clock as much, and performs all due steps. */
async function goTo(manila: string): Promise<void> {
  wall = wall.add({
    milliseconds: Math.max(0, business.until(instant(manila)).total('milliseconds')),
  });
  business = instant(manila);
  await bank.settle();
}
const stateOf = async (reference: string) => (await bank.call(`/payouts/${reference}`)).body.state;

test.each([
  ['2026-11-19T00:00:00', '2026-11-19T17:00'],
  ['2026-11-19T13:59:59.999', '2026-11-19T17:00'],
  ['2026-11-19T14:00:00', '2026-11-20T17:00'],
  ['2026-11-20T14:00:00', '2026-11-23T17:00'],
  ['2026-11-21T09:00:00', '2026-11-23T17:00'],
  ['2026-11-27T14:00:00', '2026-12-01T17:00'],
  ['2026-11-30T09:00:00', '2026-12-01T17:00'],
  ['2026-12-30T18:00:00', '2027-01-04T17:00'],
])('PESONet settles an order of %s at %s', (at, settled) => {
  expect(inManila(batchOf(instant(at), holidays))).toBe(settled);
});

test('a PESONet return arrives on the next working day after the payment', () => {
  expect(inManila(returnOf(instant('2026-11-27T17:00:00'), holidays))).toBe('2026-12-01T10:00');
});

test('InstaPay pays up to ₱50,000 at any hour', async () => {
  await goTo('2026-11-21T23:30:00');
  expect(
    (await bank.order('i1', '001', { rail: 'instapay', amountCentavos: 5_000_000 })).status,
  ).toBe(200);
  await bank.settle();
  expect(await stateOf('i1')).toBe('paid');
  for (const _ of [1, 2])
    expect(
      await bank.order('i2', '001', { rail: 'instapay', amountCentavos: 5_000_001 }),
    ).toMatchObject({
      status: 422,
      body: { outcome: 'refused', reason: 'railTakesNoMore' },
    });
  expect((await bank.order('i3', '001', { rail: 'swift' })).status).toBe(400);
});

test('PESONet pays at its batch hour, even if business time jumps over it', async () => {
  await goTo('2026-11-23T13:00:00');
  await bank.order('p1', '001', { rail: 'pesonet' });
  await goTo('2026-11-23T16:59:59');
  expect(await stateOf('p1')).toBe('pending');
  await goTo('2026-11-25T09:00:00');
  const { body } = await bank.call('/payouts/p1');
  expect(body).toMatchObject({ state: 'paid', paidAt: '2026-11-23T09:00:00.000Z' });
  expect((await bank.call('/settlement-report?day=2026-11-23')).body.lines).toMatchObject([
    { reference: 'p1', kind: 'payoutPaid' },
  ]);
  expect(events).toEqual(['payout.paid']);
});

test('the bank refuses an order that is repeated with a different rail', async () => {
  await goTo('2026-11-25T10:00:00');
  // The bank responds to orders to …0002 with an error, but still pays a batch payout in its batch.
  expect((await bank.order('p2', '0002', { rail: 'pesonet' })).status).toBe(500);
  expect(await stateOf('p2')).toBe('pending');
  expect((await bank.order('p2', '0002', { rail: 'instapay' })).status).toBe(409);
  expect((await bank.order('p2', '0002', { rail: 'pesonet' })).status).toBe(200);
  await goTo('2026-11-25T18:00:00');
  expect(bank.settlementLinesOf('p2')).toHaveLength(1);
});

test('a payout to account …0018 is returned on the next working day, after a holiday', async () => {
  await goTo('2026-11-27T10:00:00');
  await bank.order('p3', '0018', { rail: 'pesonet' });
  await goTo('2026-11-30T12:00:00');
  expect(await stateOf('p3')).toBe('paid');
  await goTo('2026-12-01T12:00:00');
  const { body } = await bank.call('/payouts/p3');
  expect(body.state).toBe('reversed');
  expect(bank.settlementLinesOf('p3')).toMatchObject([
    { kind: 'payoutPaid', at: '2026-11-27T09:00:00.000Z' },
    { kind: 'payoutReversed', at: '2026-12-01T02:00:00.000Z' },
  ]);
});

test('a pending payout is settled on request, as paid or failed', async () => {
  await goTo('2026-12-02T15:00:00');
  for (const reference of ['p4', 'p5']) await bank.order(reference, '001', { rail: 'pesonet' });
  expect((await bank.call('/control/settle', { reference: 'p4', isPaid: true })).status).toBe(200);
  expect((await bank.call('/control/settle', { reference: 'p5', isPaid: false })).status).toBe(200);
  expect([await stateOf('p4'), await stateOf('p5')]).toEqual(['paid', 'failed']);
  expect((await bank.call('/control/settle', { reference: 'p4', isPaid: true })).body.refused).toBe(
    'notPending',
  );
  expect(
    (await bank.call('/control/settle', { reference: 'none', isPaid: true })).body.refused,
  ).toBe('unknownPayout');
  await goTo('2026-12-03T18:00:00');
  expect([bank.settlementLinesOf('p4').length, bank.settlementLinesOf('p5').length]).toEqual([
    1, 0,
  ]);
});

test('the simulator settles due payouts before it confirms a new business time', async () => {
  await goTo('2026-12-04T10:00:00');
  await bank.order('p6', '001', { rail: 'pesonet' });
  expect(
    (
      await bank.call('/control/clock', {
        offsetMs: 24 * 3_600_000 + wall.until(business).total('milliseconds'),
      })
    ).status,
  ).toBe(200);
  expect(bank.settlementLinesOf('p6')).toMatchObject([{ at: '2026-12-04T09:00:00.000Z' }]);
});
