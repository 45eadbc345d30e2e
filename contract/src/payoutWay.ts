// Schemas for payout channels, accounts and cash pickups.
import * as v from 'valibot';
import { zArrival } from './arrival.ts';
import { zPayoutChannel } from './channel.ts';
import { zDay, zInstant } from './day.ts';
import { zAccountId } from './id.ts';
import { zCentavos } from './money.ts';
import { payable } from './payable.ts';

/** An account, identified by its bank or wallet and its last four digits. */
export const zAccountSummary = v.object({
  accountId: zAccountId,
  label: v.string(),
  last4: v.string(),
  mark: v.string(),
});

/** The counters' opening hours in Manila time, such as 09:00 and 18:00; null if always open. */
const zHours = v.nullable(v.object({ opensAt: v.string(), closesAt: v.string() }));

/** A payout channel: its fee, limits, hours and accounts, and the reason if it cannot be used. */
export const zPayoutWay = v.object({
  channel: zPayoutChannel,
  feeCentavos: zCentavos,
  minimumCentavos: zCentavos,
  maximumCentavos: zCentavos,
  arrivalMinutes: v.number(),
  /**
   * The expected arrival of this amount by the channel's fastest rail. The arrival at a particular
   * account may differ.
   */
  arrival: zArrival,
  hours: zHours,
  /** The number of days in which the money can be collected; null if it goes to an account. */
  collectDays: v.nullable(v.number()),
  /**
   * The borrower's accounts of this kind, each with the reason why it cannot receive money now, if
   * any.
   */
  accounts: v.array(
    v.object({
      ...zAccountSummary.entries,
      ...payable,
      /** The expected arrival of this amount; null if the account's bank or wallet accepts less. */
      arrival: v.nullable(zArrival),
      /**
       * The most that the account's bank or wallet accepts per transfer, if this amount exceeds it.
       */
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
  /**
   * When the channel can be chosen again: when it opens, or when the hold after a change of phone
   * number ends.
   */
  openAt: v.nullable(zInstant),
});

/**
 * A cash pickup: the receiver's name, the last day, the opening hours, and whether the money was
 * requested back.
 */
export const zPickup = v.object({
  receiverName: v.string(),
  lastOn: zDay,
  hours: zHours,
  isAskedBack: v.boolean(),
});
