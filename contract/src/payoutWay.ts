// Where a loan's money may go: the ways for an amount, the account that was chosen, and money that
// is collected.
import * as v from 'valibot';
import { zArrival } from './arrival.ts';
import { zPayoutChannel } from './channel.ts';
import { zDay, zInstant } from './day.ts';
import { zAccountId } from './id.ts';
import { zCentavos } from './money.ts';
import { payable } from './payable.ts';

/** An account, identified by its bank or wallet and its last four digits. */
export const zAccountShort = v.object({
  accountId: zAccountId,
  label: v.string(),
  last4: v.string(),
  mark: v.string(),
});

/**
 * When counters are open, in Manila, as 09:00 and 18:00; null if they are open day and night.
 */
const zHours = v.nullable(v.object({ opensAt: v.string(), closesAt: v.string() }));

/** One way to be paid: its fee, limits, hours and days, and where it cannot serve, why. */
export const zPayoutWay = v.object({
  channel: zPayoutChannel,
  feeCentavos: zCentavos,
  minimumCentavos: zCentavos,
  maximumCentavos: zCentavos,
  arrivalMinutes: v.number(),
  /** When this amount would be there by the fastest of its rails; an account may say otherwise. */
  arrival: zArrival,
  hours: zHours,
  /** For how many days the money can be collected; null if it goes to an account. */
  collectDays: v.nullable(v.number()),
  /**
   * The borrower's own accounts of its kind, those too that cannot be paid now, with the reason.
   */
  accounts: v.array(
    v.object({
      ...zAccountShort.entries,
      ...payable,
      /** When this amount would be there; null if its bank or wallet does not take as much. */
      arrival: v.nullable(zArrival),
      /** The most that its bank or wallet takes at once, where this amount is more. */
      fittingCentavos: v.nullable(zCentavos),
    }),
  ),
  isAvailable: v.boolean(),
  whyNot: v.nullable(
    v.picklist([
      'paused',
      'held',
      'closed',
      'amountTooSmall',
      'amountTooLarge',
      'channelTooCostly',
    ]),
  ),
  fittingCentavos: v.nullable(zCentavos),
  /** When it can be chosen again: it opens then, or a change of number holds it back until then. */
  openAt: v.nullable(zInstant),
});

/**
 * How money at a counter is collected: under whose name, until the end of which day, within which
 * hours; and whether it was asked back meanwhile.
 */
export const zPickup = v.object({
  receiverName: v.string(),
  lastOn: zDay,
  hours: zHours,
  isAskedBack: v.boolean(),
});
