// The shapes of what the tabs read.
import { zDay, zInstant } from '@sandali/contract/day.ts';
import * as v from 'valibot';

const zAmount = v.pipe(v.number(), v.safeInteger());
const zText = v.nullable(v.string());

export const zPayouts = v.looseObject({
  payouts: v.array(
    v.looseObject({
      id: v.string(),
      amountCentavos: zAmount,
      gateway: v.string(),
      orderedAt: zInstant,
      reasonText: v.string(),
      since: v.nullable(zInstant),
      retryAt: v.nullable(zInstant),
      proposedBy: zText,
    }),
  ),
});

export const zSuspense = v.looseObject({
  money: v.array(
    v.looseObject({
      id: v.string(),
      amountCentavos: zAmount,
      currency: v.string(),
      code: zText,
      channel: v.string(),
      countsOn: zDay,
      ageDays: v.number(),
      proposed: zText,
      proposedBy: zText,
    }),
  ),
});

export const zRefunds = v.looseObject({
  refunds: v.array(
    v.looseObject({
      id: v.string(),
      amountCentavos: zAmount,
      receiver: v.nullable(v.string()),
      orderedAt: zInstant,
      payout: zText,
      isLate: v.boolean(),
      state: v.string(),
    }),
  ),
});

export const zKept = v.looseObject({
  kept: v.array(
    v.looseObject({
      person: v.string(),
      amountCentavos: zAmount,
      since: zInstant,
      cause: v.string(),
      lastRefund: zText,
      waitsFor: v.string(),
    }),
  ),
});

export const zBreaks = v.looseObject({
  alarm: v.string(),
  breaks: v.array(
    v.looseObject({
      id: v.string(),
      kind: v.string(),
      gateway: v.string(),
      movement: v.string(),
      currency: zText,
      bankCentavos: v.nullable(zAmount),
      bankOn: v.nullable(zDay),
      booksCentavos: v.nullable(zAmount),
      booksOn: v.nullable(zDay),
      ageDays: v.number(),
      proposedBy: zText,
    }),
  ),
});

export const zTransfers = v.looseObject({
  transfers: v.array(
    v.looseObject({
      id: v.string(),
      reference: zText,
      person: zText,
      proposedBy: v.string(),
      proposedAt: zInstant,
      line: v.nullable(
        v.looseObject({ bankReference: v.string(), amountCentavos: zAmount, paidOn: zDay }),
      ),
    }),
  ),
});

export const zClaims = v.looseObject({
  claims: v.array(
    v.looseObject({
      id: v.string(),
      owedCentavos: zAmount,
      debtor: v.nullable(v.looseObject({ payment: zText, isErased: v.boolean() })),
      proposed: zText,
      proposedBy: zText,
    }),
  ),
});

export const zFloat = v.looseObject({
  booksCentavos: zAmount,
  booksAt: zInstant,
  balanceCentavos: v.nullable(zAmount),
  differenceCentavos: v.nullable(zAmount),
  gateways: v.array(
    v.looseObject({
      gateway: v.string(),
      balanceCentavos: v.nullable(zAmount),
      balanceAt: v.nullable(zInstant),
      sent: v.number(),
      sentCentavos: zAmount,
      waiting: v.number(),
      waitingCentavos: zAmount,
      comparedTo: v.nullable(zDay),
      openBreaks: v.number(),
    }),
  ),
});
export type Float = v.InferOutput<typeof zFloat>;

export const zDays = v.looseObject({
  alarm: v.string(),
  days: v.array(
    v.looseObject({
      day: zDay,
      state: v.string(),
      blocks: v.array(v.string()),
      closedAt: v.nullable(zInstant),
      entries: v.nullable(v.number()),
      interestCentavos: v.nullable(zAmount),
      lateCentavos: v.nullable(zAmount),
      billsDue: v.nullable(v.number()),
      billsOverdue: v.nullable(v.number()),
      codesEnded: v.nullable(v.number()),
      remindersSent: v.nullable(v.number()),
      remindersMissed: v.nullable(v.number()),
    }),
  ),
});
export type DayRow = v.InferOutput<typeof zDays>['days'][number];

export const zEntries = v.looseObject({
  entries: v.array(
    v.looseObject({
      id: v.string(),
      kind: v.string(),
      amountCentavos: zAmount,
      bookedOn: zDay,
      happenedOn: zDay,
    }),
  ),
});

export const zEntry = v.looseObject({
  entry: v.looseObject({
    id: v.string(),
    kind: v.string(),
    cause: v.string(),
    person: zText,
    loan: zText,
    happenedAt: zInstant,
    recordedAt: zInstant,
    businessOn: zDay,
    bookedOn: zDay,
    isChained: v.boolean(),
    payment: v.nullable(
      v.looseObject({ receipt: v.string(), id: v.string(), gateway: v.string(), code: zText }),
    ),
    payout: v.nullable(v.looseObject({ id: v.string(), settledBy: zText })),
    lines: v.array(v.looseObject({ account: v.string(), ownerId: zText, amountCentavos: zAmount })),
    decisions: v.array(
      v.looseObject({ act: v.string(), proposedBy: v.string(), confirmedBy: zText, reason: zText }),
    ),
    related: v.array(
      v.looseObject({ id: v.string(), kind: v.string(), bookedOn: zDay, isReversal: v.boolean() }),
    ),
    reversedBy: zText,
  }),
});
export type Story = v.InferOutput<typeof zEntry>['entry'];
