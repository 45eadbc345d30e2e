// The tabs of the Money screen, and the part of the address after '?'.
import * as v from 'valibot';

/** `command` is the one whose rows a tab shows; people who may not run it do not see the tab. */
export const tabs = [
  { name: 'payouts', label: 'Payouts', command: 'payout list' },
  { name: 'suspense', label: 'Suspense', command: 'suspense list' },
  { name: 'refunds', label: 'Refunds', command: 'refund list' },
  { name: 'breaks', label: 'Breaks', command: 'reconcile breaks' },
  { name: 'transfers', label: 'Transfers', command: 'transfer list' },
  { name: 'claims', label: 'Claims', command: 'claim list' },
  { name: 'float', label: 'Float', command: 'float show' },
  { name: 'close', label: 'Close', command: 'day status' },
  { name: 'entries', label: 'Entries', command: 'ledger find' },
] as const;
export type Tab = (typeof tabs)[number];

/** Returns the tab that shows what a command lists. */
export const tabListing = (listedBy: string) =>
  tabs.find(({ command }) => command === listedBy)?.name;

const zSearch = v.object({
  tab: v.fallback(v.optional(v.picklist(tabs.map(({ name }) => name))), undefined),
  /** The opaque id of the open row, or a day. */
  open: v.fallback(v.optional(v.string()), undefined),
  /** Of refunds: those on their way by default. */
  of: v.fallback(v.optional(v.literal('kept')), undefined),
  /** Of entries: the opaque id of what they are about. */
  about: v.fallback(v.optional(v.pipe(v.string(), v.uuid())), undefined),
  /** Of days: '2026-11'. */
  month: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/))), undefined),
});
export type MoneySearch = v.InferOutput<typeof zSearch>;

/** A word that is not known is left out. */
export const moneySearch = (search: Record<string, unknown>): MoneySearch =>
  v.parse(zSearch, search);
