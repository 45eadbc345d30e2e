// When money that is sent now should be there, and how it travels.
import * as v from 'valibot';
import { zPayoutRail } from './channel.ts';
import { zDay } from './day.ts';

export const zArrival = v.object({
  /** Null where the gateway names none, and for money that is collected. */
  rail: v.nullable(zPayoutRail),
  /**
   * `minutes`: at any hour, within them; `today`: by the evening; `later`: on the day of `on`,
   * which is a working day.
   */
  how: v.picklist(['minutes', 'today', 'later']),
  /** 0 where it is not a matter of minutes. */
  minutes: v.number(),
  /** The Manila day from which a loan's term would count. */
  on: zDay,
});
export type Arrival = v.InferOutput<typeof zArrival>;
