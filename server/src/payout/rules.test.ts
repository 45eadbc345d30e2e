import { centavos } from '@sandali/contract/money.ts';
import { expect, test } from 'vitest';
import type { PayoutFinding, PayoutReport } from '#/adapters/bank/port.ts';
import {
  afterQuery,
  afterReport,
  afterSending,
  happenedAt,
  isDeduplicated,
  mayBeForgotten,
  queryDelayMs,
} from './rules.ts';

const paidAt = Temporal.Instant.from('2026-11-20T02:00:00Z');
const ordered = centavos(5_939_000);
const of = {
  amountCentavos: ordered,
  deduplicates: false,
  wasNotTaken: false,
  wasTaken: false,
  wasReady: false,
};

function found(more: Partial<PayoutReport>): PayoutFinding {
  const report = {
    reference: 'r',
    gatewayId: 'po',
    amountCentavos: ordered,
    state: 'paid',
    readyAt: null,
    paidAt,
    failure: null,
    withdrawalCode: null,
  } as const;
  return { found: true, report: { ...report, ...more } };
}

test.each([
  ['accepted', { outcome: 'accepted', gatewayId: 'po' } as const],
  ['failed', { outcome: 'refused', reason: 'accountClosed' } as const],
  ['notTaken', { outcome: 'notTaken', reason: 'insufficientBalance' } as const],
  ['unknown', { outcome: 'unknown', reason: 'no answer in time' } as const],
])('chooses the step %s after a payout order', (to, answer) => {
  expect(afterSending(answer).to).toBe(to);
});

test.each([
  ['paid', found({})],
  ['accepted', found({ state: 'pending', paidAt: null })],
  ['accepted', found({ paidAt: null })],
  ['ready', found({ state: 'ready', paidAt: null, readyAt: paidAt, withdrawalCode: '1' })],
  ['accepted', found({ state: 'ready', paidAt: null, readyAt: paidAt, withdrawalCode: null })],
  ['failed', found({ state: 'failed', paidAt: null })],
  ['reversed', found({ state: 'reversed' })],
  ['otherAmount', found({ amountCentavos: centavos(1) })],
  ['otherAmount', found({ amountCentavos: centavos(1), state: 'failed' })],
  ['unknown', { found: 'unknown', reason: 'the connection failed' } as const],
])('chooses the payout step %s after a status query', (to, finding) => {
  expect(afterQuery(finding, of).to).toBe(to);
});

test('resends a payout that its gateway does not show only if it cannot be paid twice', () => {
  const nothing = { found: false } as const;
  expect(afterQuery(nothing, of).to).toBe('unknown');
  expect(afterQuery(nothing, { ...of, deduplicates: true }).to).toBe('resend');
  expect(afterQuery(nothing, { ...of, wasNotTaken: true }).to).toBe('resend');
  expect(afterQuery(nothing, { ...of, deduplicates: true, wasReady: true }).to).toBe('unknown');
  expect(afterQuery(nothing, { ...of, deduplicates: true, wasTaken: true }).to).toBe('unknown');
});

test.each([
  ['soon after it left', true, { sentMsAgo: 0 }],
  ['until a minute before the period ends', true, { sentMsAgo: 3_539_999 }],
  ['in the last minute of the period', false, { sentMsAgo: 3_540_000 }],
  ['after the period', false, { sentMsAgo: 86_400_000 }],
  ['for an order sent by another account', false, { sentAs: 'another' }],
  ['for an order whose sending account is unknown', false, { sentAs: null }],
  ['for an order that our books have as unsent', false, { sentMsAgo: null }],
  ['if it never deduplicates', false, { forMs: 0 }],
])(
  'trusts the gateway to deduplicate %s: %s',
  (_, isSo, { sentMsAgo = 0, sentAs = 'us', forMs = 3_600_000 }: Promised) => {
    const promisedFrom = sentMsAgo === null ? null : paidAt.subtract({ milliseconds: sentMsAgo });
    expect(
      isDeduplicated(
        { promisedFrom, sentAs },
        { account: 'us', deduplicatesForMs: forMs, wall: paidAt },
      ),
    ).toBe(isSo);
  },
);
type Promised = { sentMsAgo?: number | null; sentAs?: string | null; forMs?: number };

const line = (kind: 'payoutPaid' | 'payoutReversed', amount = ordered) => ({
  kind,
  amountCentavos: amount,
  gatewayId: 'po',
  at: paidAt,
});
test.each([
  [null, []],
  ['paid', [line('payoutPaid')]],
  ['reversed', [line('payoutPaid'), line('payoutReversed')]],
  ['reversed', [line('payoutReversed')]],
  ['otherAmount', [line('payoutPaid', centavos(1))]],
])('chooses the payout step %s after a settlement report', (to, lines) => {
  expect(afterReport(lines, ordered)?.to ?? null).toBe(to);
});

test('queries a payout after a wait equal to the order’s age, between 2 s and 10 minutes', () => {
  expect([0, 1_000, 5_000, 600_000, 86_400_000].map(queryDelayMs)).toEqual([
    2_000, 2_000, 5_000, 600_000, 600_000,
  ]);
});

test('moves a reported time into the interval from the order to now', () => {
  const [orderedAt, now] = [paidAt.subtract({ minutes: 1 }), paidAt.add({ minutes: 1 })];
  const counts = (at: Temporal.Instant) => happenedAt(at, { orderedAt, now }).toString();
  expect([orderedAt.subtract({ seconds: 1 }), paidAt, now.add({ seconds: 1 })].map(counts)).toEqual(
    [orderedAt, paidAt, now].map(String),
  );
});

test.each([
  ['no start has paused payouts', false, { pausedAt: null, isOn: false }],
  ['it was ordered before the pause', true, { orderedAt: paidAt }],
  [
    'it was ordered before the pause, and payouts are on again',
    true,
    { orderedAt: paidAt, isOn: true },
  ],
  ['it was ordered after the pause', false, { orderedAt: paidAt.add({ minutes: 2 }) }],
  ['it was signed before the pause and not ordered', true, {}],
  [
    'it was signed before the pause and not ordered, and payouts are on again',
    false,
    { isOn: true },
  ],
  ['it was signed after the pause', false, { signedAt: paidAt.add({ minutes: 2 }) }],
])('decides whether a restore may have lost a sent payout: %s: %s', (_, isSo, more) => {
  const of = {
    orderedAt: null,
    signedAt: paidAt,
    pausedAt: paidAt.add({ minutes: 1 }),
    isOn: false,
  };
  expect(mayBeForgotten({ ...of, ...more })).toBe(isSo);
});
