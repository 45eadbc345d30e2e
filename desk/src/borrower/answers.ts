// The shapes of the responses about a borrower.
import { entities } from '@sandali/contract/commands.ts';
import { zInstant } from '@sandali/contract/day.ts';
import * as v from 'valibot';

const zText = v.nullable(v.string());
/** Whole centavos; a difference may be negative. */
const zCentavos = v.pipe(v.number(), v.safeInteger(), v.brand('Centavos'));
const zAt = v.nullable(zInstant);
const zEntity = v.looseObject({ as: v.picklist(entities), id: v.string() });

export const zFound = v.looseObject({
  people: v.array(
    v.looseObject({
      userGid: v.string(),
      phone: v.string(),
      name: zText,
      bornIn: zText,
      hasOpenBill: v.boolean(),
      lastReference: zText,
    }),
  ),
  hasMore: v.boolean(),
  by: v.picklist(['name', 'number']),
});
export type Found = v.InferOutput<typeof zFound>;

const zBill = v.looseObject({
  referenceNo: v.string(),
  state: v.string(),
  dueOn: v.string(),
  overdueDays: v.number(),
  owed: v.looseObject({
    on: v.string(),
    principalCentavos: zCentavos,
    interestCentavos: zCentavos,
    lateCentavos: zCentavos,
    totalCentavos: zCentavos,
  }),
  lentCentavos: zCentavos,
  paid: v.looseObject({ totalCentavos: zCentavos }),
  pay: v.looseObject({
    minimumCentavos: zCentavos,
    channels: v.array(v.string()),
    codes: v.array(
      v.looseObject({
        channel: v.string(),
        code: v.string(),
        amountCentavos: v.nullable(zCentavos),
        endsAt: zAt,
        isBeingPaid: v.boolean(),
      }),
    ),
  }),
});
export type Bill = v.InferOutput<typeof zBill>;

export const zStanding = v.looseObject({
  userGid: v.string(),
  who: v.looseObject({
    name: zText,
    number: v.string(),
    idNumber: zText,
    language: v.string(),
    registeredAt: zInstant,
    openCorrections: v.array(
      v.looseObject({ field: v.string(), case: v.string(), proposedAt: zInstant }),
    ),
  }),
  borrowing: v.looseObject({
    canBorrow: v.boolean(),
    whyNot: v.nullable(v.looseObject({ message: v.string() })),
    credit: v.looseObject({ state: v.string(), reasonGroup: zText, resubmitOn: zText }),
    line: v.nullable(
      v.looseObject({
        limitCentavos: zCentavos,
        usedCentavos: zCentavos,
        heldCentavos: zCentavos,
        availableCentavos: zCentavos,
        borrowableCentavos: zCentavos,
      }),
    ),
  }),
  bills: v.array(zBill),
  payout: v.nullable(
    v.looseObject({
      id: zText,
      kind: v.string(),
      referenceNo: zText,
      amountCentavos: zCentavos,
      channel: v.string(),
      where: v.string(),
    }),
  ),
  payments: v.looseObject({
    beyond: v.array(
      v.looseObject({
        receipt: v.string(),
        paidAt: zInstant,
        amountCentavos: zCentavos,
        beyondCentavos: zCentavos,
      }),
    ),
    refundableCentavos: zCentavos,
    claimCentavos: zCentavos,
    waitingTransfers: v.array(v.looseObject({ amountCentavos: zCentavos, paidOn: v.string() })),
    suspense: v.nullable(
      v.array(
        v.looseObject({
          receipt: v.string(),
          amountCentavos: zCentavos,
          channel: v.string(),
          paidAt: zInstant,
          fitsBy: v.string(),
        }),
      ),
    ),
  }),
  access: v.looseObject({
    hasPassword: v.boolean(),
    passkeys: v.number(),
    knownDevices: v.number(),
    openSessions: v.number(),
    lastLoginAt: zAt,
    lastSeenAt: zAt,
    newAccountsHeldHours: v.number(),
    attempts: v.array(
      v.looseObject({
        kind: v.string(),
        used: v.number(),
        limit: v.number(),
        isLocked: v.boolean(),
        until: zInstant,
      }),
    ),
  }),
  cases: v.array(
    v.looseObject({
      kind: v.string(),
      subject: v.string(),
      state: v.string(),
      dueOn: zText,
      lastBy: zText,
      of: v.nullable(zEntity),
    }),
  ),
});
export type Standing = v.InferOutput<typeof zStanding>;

export const zTimeline = v.looseObject({
  events: v.array(
    v.looseObject({
      id: v.string(),
      at: zInstant,
      kind: v.string(),
      what: v.string(),
      amountCentavos: v.nullable(zCentavos),
      state: zText,
      of: v.nullable(zEntity),
    }),
  ),
  next: zText,
});
export type Timeline = v.InferOutput<typeof zTimeline>;
export type Event = Timeline['events'][number];
