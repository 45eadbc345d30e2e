// Fictitious responses of /loan/renew/cal for the gallery: ₱60,000 over 15 days, as in the worked
// examples of the design.
import { asDay } from '@sandali/contract/day.ts';
import type { RepaymentId } from '@sandali/contract/id.ts';
import type { StatementText } from '@sandali/contract/loanText.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { type PlanObstacle, type Plans, planCounts } from '@sandali/contract/plan.ts';
import type { Renewal } from '#/screens/extension/answers.ts';
import type { Bill, Status } from '#/screens/repayment/answers.ts';
import { amountsLeft, statuses } from '#stories/repayment/codes.fixtures.ts';
import {
  accrual,
  at,
  bills,
  due,
  dueNowAndThen,
  event,
  loanId,
  onDay,
  overdueBill,
  pesos,
  row,
  today,
} from '#stories/repayment/repayment.fixtures.ts';
import extensionTexts from './extensionTexts.json' with { type: 'json' };
import planTexts from './planTexts.json' with { type: 'json' };

/** Returns the disclosure statement of the extension in this file, as the server writes it. */
export const extensionTextIn = (locale: Locale) => extensionTexts[locale] as StatementText;

/** Returns the disclosure statement for a plan in three parts. */
export const planTextIn = (locale: Locale) => planTexts[locale] as StatementText;

/**
 * Returns plans in two, three and four parts with the same total. The first part is due on the
 * first of `days`.
 */
function plansOf(totalPesos: number, days: readonly string[], costPesos = 0): Plans {
  const choices = planCounts.map((count) => {
    const each = Math.floor(totalPesos / count);
    return days.slice(0, count).map((on, nth) => ({
      on: asDay(on),
      amountCentavos: pesos(nth < count - 1 ? each : totalPesos - each * (count - 1)),
    }));
  });
  return {
    totalCentavos: pesos(totalPesos),
    costCentavos: pesos(costPesos),
    choices,
    obstacle: null,
    opensOn: null,
  };
}

const noPlan = (obstacle: PlanObstacle, opensOn: string | null = null): Plans => ({
  totalCentavos: pesos(62_006),
  costCentavos: pesos(0),
  choices: [],
  obstacle,
  opensOn: opensOn === null ? null : asDay(opensOn),
});

/** A bill that is two days late and was never extended. */
export const lateRenewal: Renewal = {
  bill: bills.overdue,
  today,
  part: {
    leastCentavos: pesos(500),
    dueAfter: due(61_506, today),
    costCentavos: pesos(0),
    lateADayCentavos: pesos(102.51),
  },
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
    costCentavos: pesos(2940),
    lastFreeDay: asDay('2026-12-07'),
    endsAt: at('2026-11-20T15:59:59.999Z'),
    text: extensionTextIn('en'),
    textHash: '0'.repeat(64),
  },
  obstacle: null,
  opensOn: asDay('2026-11-15'),
  plans: plansOf(62_006, ['2026-11-27', '2026-12-14', '2026-12-28', '2027-01-11']),
  extendedTimes: 0,
  coolingOff: null,
  feeCode: null,
};

/** A bill that is due in two days, was extended once, and whose loan can still be returned. */
export const earlyRenewal: Renewal = {
  ...lateRenewal,
  bill: row(2, {
    state: 'dueSoon',
    ...dueNowAndThen(61_560, 61_800, '2026-11-22'),
    ...onDay('2026-11-22', 2),
    lastFreeDay: asDay('2026-11-23'),
  }),
  part: {
    leastCentavos: pesos(500),
    dueAfter: due(61_300, '2026-11-22'),
    costCentavos: pesos(240),
    lateADayCentavos: pesos(102.16),
  },
  extension: lateRenewal.extension && {
    ...lateRenewal.extension,
    lateCentavos: pesos(0),
    totalCentavos: pesos(2940),
    dueAfter: due(61_800, '2026-12-07'),
    costCentavos: pesos(3180),
  },
  plans: plansOf(61_800, ['2026-11-23', '2026-12-09', '2026-12-23', '2027-01-07'], 240),
  extendedTimes: 1,
  coolingOff: {
    isAsked: false,
    endsOn: asDay('2026-11-25'),
    amountCentavos: pesos(58_850),
    savedCentavos: pesos(2710),
    nextLoanOn: null,
  },
};

/** A bill that is two days late, with a plan that is being kept. The next part is not due yet. */
export const plannedRenewal: Renewal = {
  ...lateRenewal,
  bill: { ...bills.overdue, promised: { on: asDay('2026-11-27'), amountCentavos: pesos(20_668) } },
  part: lateRenewal.part && { ...lateRenewal.part, lateADayCentavos: pesos(102.51) },
  plans: noPlan('planRunning'),
};

/** A bill so late that its charges equal the principal. */
export const cappedRenewal: Renewal = {
  ...lateRenewal,
  part: lateRenewal.part && { ...lateRenewal.part, lateADayCentavos: pesos(0) },
};

/** A late bill with a payment code for the extension fee. */
export const askedRenewal: Renewal = {
  ...lateRenewal,
  feeCode: {
    repaymentId: loanId(9) as unknown as RepaymentId,
    endsAt: at('2026-11-20T15:59:59.999Z'),
  },
};

const closed = { ...lateRenewal, extension: null };

/** Bills with every obstacle to an extension. The second bill cannot be paid in part either. */
export const closedRenewals = {
  spent: { ...closed, obstacle: 'extensionSpent', extendedTimes: 3, plans: noPlan('planByPerson') },
  tooEarly: {
    ...closed,
    bill: bills.later,
    part: null,
    obstacle: 'extensionTooEarly',
    opensOn: asDay('2026-11-28'),
    plans: noPlan('planTooEarly', '2026-11-28'),
  },
  aboveRate: {
    ...closed,
    obstacle: 'extensionAboveRate',
    plans: noPlan('planTooOften', '2027-01-30'),
  },
  aboveTotal: {
    ...closed,
    obstacle: 'extensionAboveTotal',
    extendedTimes: 2,
    plans: noPlan('planRunning'),
  },
  tooSmall: { ...closed, obstacle: 'extensionTooSmall', plans: noPlan('planTooSmall') },
} satisfies Record<string, Renewal>;

/** The bill that was two days late, after today's extension. */
export const extendedBill: Bill = {
  ...overdueBill,
  bill: {
    ...bills.overdue,
    state: 'upcoming',
    ...dueNowAndThen(61_800, 61_800, '2026-12-05'),
    overdueDays: 0,
    ...onDay('2026-12-05', 15),
    paidCentavos: pesos(3146),
  },
  overdueFeeCentavos: pesos(0),
  chargedDays: 0,
  tomorrowCentavos: pesos(0),
  extensionFeeCentavos: null,
  chargesSoFarCentavos: pesos(6096),
  accrual: {
    ...accrual,
    extensions: [
      {
        paidOn: today,
        feeCentavos: pesos(2940),
        lateCentavos: pesos(206),
        dueOn: asDay('2026-12-05'),
        lastFreeOn: asDay('2026-12-07'),
      },
    ],
  },
  events: [
    event('signed', '2026-11-03', 60_000),
    event('arrived', '2026-11-03', 58_850),
    event('extended', '2026-11-20', 3146),
    event('due', '2026-12-05'),
  ],
  openCode: null,
};

/** The same bill before the extension fee is paid, with the payment code for the fee. */
export const toExtendBill: Bill = {
  ...overdueBill,
  openCode: overdueBill.openCode && {
    ...overdueBill.openCode,
    purpose: 'extension',
    amountCentavos: pesos(3146),
  },
};

const paid = { state: 'booked', paidAt: at('2026-11-20T01:41:00Z') } as const;
const brings = { dueAfter: due(61_800, '2026-12-05') };
const fee: Status = {
  ...statuses.given,
  purpose: 'extension',
  amountCentavos: pesos(3146),
  extension: { state: 'feeDue', ...brings },
};
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
    bill: { state: 'overdue', ...amountsLeft(59_006) },
    extension: lapsed,
  },
  offerEnded: { ...fee, extension: lapsed },
  /** A wallet's code, which expires before the offer does. */
  feeCodeEnded: { ...fee, state: 'expired' },
} satisfies Record<string, Status>;
