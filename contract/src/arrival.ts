// The expected arrival of money sent now, and its rail.
import * as v from 'valibot';
import { zPayoutRail } from './channel.ts';
import { zDay } from './day.ts';

export const zArrival = v.object({
  /** Null for a pickup, or if the gateway does not name a rail. */
  rail: v.nullable(zPayoutRail),
  /** `minutes`: within minutes at any hour; `today`: by the evening; `later`: on the day `on`. */
  how: v.picklist(['minutes', 'today', 'later']),
  /** 0 unless `how` is `minutes`. */
  minutes: v.number(),
  /** The Manila day from which the loan's term would be counted. */
  on: zDay,
});
export type Arrival = v.InferOutput<typeof zArrival>;
