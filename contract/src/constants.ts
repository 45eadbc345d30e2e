// Constants and limits of spec §9 that belong to the product and not to a catalogue. Amounts of
// loans, terms and fees are product data, which the server sends (/loan/product/list); no client
// holds them.
import type { Centavos } from './money.ts';

/** How long a client waits for the answer of a call. */
export const requestTimeoutMs = 30_000;
/**
 * How long an upload may make no progress. It counts from the last progress, as at 10 kB/s the
 * sending alone takes longer than any other call: a photo of 250 kB is 333 kB on the wire, 34 s,
 * all of which may still be in the phone's buffer when the browser reports it as sent.
 */
export const uploadStillMs = 60_000;
/** How long a toast stays. */
export const toastMs = 5_000;
/** How long a screen's script may take before a chunk load error is reported. */
export const chunkLoadTimeoutMs = 120_000;

/**
 * The wanted amount of the feedback dialog, ₱1,000 to ₱50,000, is brought between these when the
 * field is left.
 */
export const adviceMinimumCentavos = 100_000 as Centavos;
export const adviceMaximumCentavos = 5_000_000 as Centavos;
/** The terms that the feedback dialog offers: 7 to 30 days, 24 values. */
export const adviceTermsDays: readonly number[] = /* @__PURE__ */ Array.from(
  { length: 24 },
  (_, step) => 7 + step,
);
/** The longest comment of the feedback dialog, in code points after trimming. */
export const adviceCommentLength = 120;

/** A phone number may be changed once in this many days. */
export const phoneChangeDays = 14;
/** Coupons that ended more than this many days ago are not shown. */
export const couponsHiddenAfterDays = 7;

/** Reviews are decided from this hour until midnight, Manila; what is sent earlier waits for it. */
export const reviewHours = { from: 8 } as const;
/** A reviewer phones a borrower on working days from 08:00 to 20:00 Manila. */
export const callHours = { from: 8, until: 20 } as const;
