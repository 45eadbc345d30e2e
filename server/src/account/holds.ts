// Holds after a phone change: on new payout accounts, on accounts added just before the change, and
// on cash pickups.
import { accountHoldHoursLeft, newAccountsHoldHours } from './rules.ts';

type Hold = { until: Temporal.Instant; hours: number };
type Row = {
  accounts_held_until_at: Temporal.Instant | null;
  phone_changed_at: Temporal.Instant | null;
};

/** A borrower's holds, as functions of the time. */
export type Holds = {
  /**
   * Returns the hold that a recent phone change puts on accounts added after `since`, or null. A
   * thief may have added an account just before changing the number.
   */
  onAccounts(now: Temporal.Instant): (Hold & { since: Temporal.Instant }) | null;
  /**
   * Returns the hold on cash pickups after a phone change, or while no account may be added;
   * otherwise null. Someone who took over the account could collect the cash.
   */
  onPickups(now: Temporal.Instant): Hold | null;
};

export function holdsFrom({ accounts_held_until_at, phone_changed_at }: Row): Holds {
  const onAccounts: Holds['onAccounts'] = (now) => {
    if (!phone_changed_at) return null;
    const until = phone_changed_at.add({ hours: newAccountsHoldHours });
    const hours = accountHoldHoursLeft(until, now);
    const since = phone_changed_at.subtract({ hours: newAccountsHoldHours });
    return hours > 0 ? { since, until, hours } : null;
  };
  return {
    onAccounts,
    onPickups: (now) => {
      const byChange = onAccounts(now);
      const until = accounts_held_until_at;
      const hours = accountHoldHoursLeft(until, now);
      if (!until || hours <= (byChange?.hours ?? 0)) return byChange;
      return { until, hours };
    },
  };
}
