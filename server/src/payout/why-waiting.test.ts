// The reasons that need a contradiction, another server's gateway or a lost worker; the others are
// in staff/money-looks.test.ts.
import { expect, test } from 'vitest';
import { whyWaiting } from './why-waiting.ts';

type Row = Parameters<typeof whyWaiting>[0];
const at = (minute: number) =>
  Temporal.Instant.from('2026-11-20T02:00:00Z').add({ minutes: minute });
const row: Row = {
  id: 'of-this-test',
  borrower_id: 'of-this-test',
  state: 'sent',
  amount_centavos: 60_000_00n,
  channel: 'bankCard',
  gateway: 'sandbox',
  ordered_at: at(0),
  sent_at: at(1),
  expected_on: Temporal.PlainDate.from('2026-11-19'),
  next_attempt_at: at(2),
  waits_for: null,
  waits_since: null,
  is_late: false,
  breaks: [],
  broken_at: null,
  proposed_by: null,
};
const sending = { known: ['sandbox'], sending: ['sandbox'], heldAt: null, offSince: null };

test.each([
  [
    { breaks: ['paidAfterEnd', 'otherAmount'], broken_at: at(3), gateway: 'earlier' },
    'contradicted',
    'The gateway contradicts itself: paid after it had ended, reported with another amount.',
    at(3),
    { isWall: false, isRetried: false },
  ],
  [
    { gateway: 'earlier', waits_for: 'float' },
    'unknownGateway',
    'This server does not know the gateway earlier.',
    at(0),
    { isWall: false, isRetried: false },
  ],
  [
    { is_late: true },
    'late',
    'It should have arrived on 2026-11-19.',
    at(1),
    { isWall: true, isRetried: true },
  ],
  [
    { state: 'ready' },
    'notTried',
    'No worker has tried it since it was due.',
    at(2),
    { isWall: true, isRetried: false },
  ],
] as const)('a payout with %j waits as %s', (of, reason, words, since, more) => {
  const { isWall, isRetried, ...waiting } = whyWaiting({ ...row, ...of } as Row, sending);
  expect(waiting).toEqual({ reason, words, since });
  expect({ isWall, isRetried }).toEqual(more);
});
