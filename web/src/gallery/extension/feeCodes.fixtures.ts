import { left, statuses } from '#/gallery/repayment/codes.fixtures.ts';
import { at, due, pesos, today } from '#/gallery/repayment/repayment.fixtures.ts';
import type { Status } from '#/screens/repayment/answers.ts';

const paid = { state: 'booked', paidAt: at('2026-11-20T01:41:00Z') } as const;
const brings = { dueAfter: due(61_800, '2026-12-05') };
const fee: Status = { ...statuses.given, purpose: 'extension', amountCentavos: pesos(3146), extension: { state: 'feeDue', ...brings } };
const lapsed = { state: 'lapsed', ...brings } as const;

export const feeStatuses = {
  toExtend: fee,
  extended: {
    ...fee,
    ...paid,
    paidCentavos: pesos(3146),
    bill: { state: 'upcoming', currentDue: due(61_800, today), nextDue: brings.dueAfter },
    extension: { state: 'success', ...brings },
  },
  notExtended: {
    ...fee,
    ...paid,
    paidCentavos: pesos(3000),
    bill: { state: 'overdue', ...left(59_006) },
    extension: lapsed,
  },
  offerEnded: { ...fee, extension: lapsed },
  /** Of a wallet, whose code ends sooner than the offer. */
  feeCodeEnded: { ...fee, state: 'expired' },
} satisfies Record<string, Status>;
