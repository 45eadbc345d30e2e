// Invented answers of /loan/renew/cal for the gallery: ₱60,000 for 15 days, as in the worked examples of the design.
import { asDay } from '@sandali/contract/day.ts';
import type { ExtensionText } from '@sandali/contract/extension.ts';
import type { RepaymentId } from '@sandali/contract/id.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { left, statuses } from '#/gallery/repayment/codes.fixtures.ts';
import { at, bills, due, event, loanId, onDay, overdueBill, owesThen, pesos, row, today } from '#/gallery/repayment/repayment.fixtures.ts';
import type { Renewal } from '#/screens/extension/answers.ts';
import type { Bill, Status } from '#/screens/repayment/answers.ts';
import extensionTexts from './extensionTexts.json' with { type: 'json' };

/** The statement of that price, as the server writes it. */
export const extensionTextIn = (locale: Locale) => extensionTexts[locale] as ExtensionText;

/** Two days late, extended never. */
export const lateRenewal: Renewal = {
  bill: bills.overdue,
  today,
  part: { leastCentavos: pesos(500), dueAfter: due(61_506, today), costCentavos: pesos(0), lateADayCentavos: pesos(102.51) },
  extension: {
    termDays: 15,
    principalCentavos: pesos(60_000),
    interestCentavos: pesos(1800),
    serviceFeeCentavos: pesos(1140),
    serviceFeeBps: 190,
    feeCentavos: pesos(2940),
    lateCentavos: pesos(206),
    totalCentavos: pesos(3146),
    dueAfter: due(61_800, '2026-12-05'),
    lastFreeDay: asDay('2026-12-07'),
    endsAt: at('2026-11-20T15:59:59.999Z'),
    text: extensionTextIn('en'),
    textHash: '0'.repeat(64),
  },
  obstacle: null,
  opensOn: asDay('2026-11-15'),
  extendedTimes: 0,
  coolingOff: null,
  feeCode: null,
};

/** In time, two days before the due date, once extended already, and with the right to return it. */
export const earlyRenewal: Renewal = {
  ...lateRenewal,
  bill: row(2, {
    state: 'dueSoon',
    ...owesThen(61_560, 61_800, '2026-11-22'),
    ...onDay('2026-11-22', 2),
    lastFreeDay: asDay('2026-11-23'),
  }),
  part: { leastCentavos: pesos(500), dueAfter: due(61_300, '2026-11-22'), costCentavos: pesos(240), lateADayCentavos: pesos(102.16) },
  extension: lateRenewal.extension && {
    ...lateRenewal.extension,
    lateCentavos: pesos(0),
    totalCentavos: pesos(2940),
    dueAfter: due(61_800, '2026-12-07'),
  },
  extendedTimes: 1,
  coolingOff: { isAsked: false, endsOn: asDay('2026-11-25'), amountCentavos: pesos(58_850), savedCentavos: pesos(2710), nextLoanOn: null },
};

/** The code of the fee is there. */
export const askedRenewal: Renewal = {
  ...lateRenewal,
  feeCode: { repaymentId: loanId(9) as unknown as RepaymentId, endsAt: at('2026-11-20T15:59:59.999Z') },
};

const closed = { ...lateRenewal, extension: null };

/** Every obstacle to extending a bill; a bill of which no part can be paid is with the second. */
export const closedRenewals = {
  spent: { ...closed, obstacle: 'extensionSpent', extendedTimes: 3 },
  tooEarly: {
    ...closed,
    bill: bills.later,
    part: null,
    obstacle: 'extensionTooEarly',
    opensOn: asDay('2026-11-28'),
  },
  aboveRate: { ...closed, obstacle: 'extensionAboveRate' },
  aboveTotal: { ...closed, obstacle: 'extensionAboveTotal', extendedTimes: 2 },
  tooSmall: { ...closed, obstacle: 'extensionTooSmall' },
} satisfies Record<string, Renewal>;

/** The bill that was two days late, extended today. */
export const extendedBill: Bill = {
  ...overdueBill,
  bill: {
    ...bills.overdue,
    state: 'upcoming',
    ...owesThen(61_800, 61_800, '2026-12-05'),
    overdueDays: 0,
    ...onDay('2026-12-05', 15),
    paidCentavos: pesos(3146),
  },
  overdueFeeCentavos: pesos(0),
  tomorrowCentavos: pesos(0),
  extensionFeeCentavos: null,
  chargesSoFarCentavos: pesos(6096),
  events: [
    event('signed', '2026-11-03', 60_000),
    event('arrived', '2026-11-03', 58_850),
    event('extended', '2026-11-20', 3146),
    event('due', '2026-12-05'),
  ],
  openCode: null,
};

/** The same before its fee was paid, with the code of the fee. */
export const toExtendBill: Bill = {
  ...overdueBill,
  openCode: overdueBill.openCode && { ...overdueBill.openCode, purpose: 'extension', amountCentavos: pesos(3146) },
};

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
