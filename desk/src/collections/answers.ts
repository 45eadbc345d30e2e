// The shapes of the collections commands' responses. A response of another shape is an error that
// the collector sees.
import { zDay, zInstant } from '@sandali/contract/day.ts';
import { zCentavos } from '@sandali/contract/money.ts';
import * as v from 'valibot';

export const buckets = ['dueToday', '1-7', '8-30', '31-60', '61+', 'brokenToday'] as const;
export type Bucket = (typeof buckets)[number];

const zText = v.nullable(v.string());
const zOwner = v.nullable(v.object({ by: v.string(), until: zDay }));
const zMoneyOn = v.object({ on: zDay, amountCentavos: zCentavos });
/** Whether a call is allowed now: both are null if it is. */
const calling = { whyNot: zText, from: v.nullable(zInstant) };

const zRow = v.object({
  /** The loan's id. */
  loan: v.string(),
  reference: v.string(),
  person: v.string(),
  name: zText,
  phone: zText,
  days: v.number(),
  owedCentavos: zCentavos,
  on: zDay,
  hadPromise: v.boolean(),
  lastCall: v.nullable(v.object({ outcome: v.string(), at: zInstant })),
  callsToday: v.number(),
  ...calling,
  owner: zOwner,
});
export type BillRow = v.InferOutput<typeof zRow>;
export const zList = v.object({ bills: v.array(zRow) });

const zCount = v.object({ count: v.number(), isMore: v.boolean() });
export const zCounts = v.object({
  buckets: v.array(v.object({ bucket: v.picklist(buckets), ...zCount.entries })),
  mine: zCount,
});
export type Counts = v.InferOutput<typeof zCounts>;

const zPromiseTerms = v.object({
  whyNot: zText,
  totalCentavos: zCentavos,
  owedOn: zDay,
  firstDay: zDay,
  lastDay: zDay,
  mostParts: v.number(),
});
export type PromiseTerms = v.InferOutput<typeof zPromiseTerms>;

const zCall = v.object({ at: zInstant, by: v.string(), outcome: v.string() });
export const zBill = v.object({
  reference: v.string(),
  person: v.string(),
  name: zText,
  phone: v.string(),
  dueOn: zDay,
  lastFreeDay: zDay,
  days: v.number(),
  owed: v.object({
    on: zDay,
    principalCentavos: zCentavos,
    interestCentavos: zCentavos,
    lateCentavos: zCentavos,
    totalCentavos: zCentavos,
  }),
  /** Null after a promise: look again. */
  tomorrow: v.nullable(v.object({ on: zDay, totalCentavos: zCentavos })),
  lentCentavos: zCentavos,
  paidCentavos: zCentavos,
  promised: v.nullable(zMoneyOn),
  promise: zPromiseTerms,
  promises: v.array(
    v.object({
      madeOn: zDay,
      isPlan: v.boolean(),
      state: v.string(),
      parts: v.array(v.object({ ...zMoneyOn.entries, paidCentavos: zCentavos })),
    }),
  ),
  owner: zOwner,
  calling: v.object({
    ...calling,
    hours: v.object({ first: v.number(), until: v.number() }),
    leftToday: v.number(),
    leftThisWeek: v.number(),
  }),
  calls: v.array(zCall),
  script: v.array(v.string()),
});
export type Bill = v.InferOutput<typeof zBill>;

export const zTaken = v.object({ until: zDay });
export const zReleased = v.object({ reference: v.string() });
export const zLogged = v.object({
  call: v.object({
    ...zCall.entries,
    leftToday: v.number(),
    leftThisWeek: v.number(),
    ...calling,
  }),
});
export type Logged = v.InferOutput<typeof zLogged>['call'];
export const zPromised = v.object({
  promise: v.object({ totalCentavos: zCentavos, parts: v.array(zMoneyOn) }),
});
export type Promised = v.InferOutput<typeof zPromised>;
