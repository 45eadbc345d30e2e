// Constants of spec §9 that belong to the product and not to a catalogue. Amounts, terms and fees
// of loans come from the server (/loan/product/list); no client contains them.
import type { Centavos } from './money.ts';

/** How long a client waits for a response. */
export const requestTimeoutMs = 30_000;
/**
 * The time for which an upload may stall. At 10 kB/s, a photo of 250 kB (333 kB on the wire) takes
 * 34 s, and all of it may still be in the phone's buffer when the browser reports it as sent.
 */
export const uploadStillMs = 60_000;
/** How long a toast is shown. */
export const toastMs = 5_000;
/** How long a screen's script may load before an error is reported. */
export const chunkLoadTimeoutMs = 120_000;

/** The range to which the feedback dialog clamps the desired amount: ₱1,000 to ₱50,000. */
export const adviceMinimumCentavos = 100_000 as Centavos;
export const adviceMaximumCentavos = 5_000_000 as Centavos;
/** The terms offered in the feedback dialog: 7 to 30 days. */
export const adviceTermsDays: readonly number[] = /* @__PURE__ */ Array.from(
  { length: 24 },
  (_, step) => 7 + step,
);
/** The maximum length of a comment in the feedback dialog, in code points after trimming. */
export const adviceCommentLength = 120;

/** A coupon is hidden this many days after it ends. */
export const couponsHiddenAfterDays = 7;

/**
 * Reviews run from this hour until midnight, Manila time. Applications sent earlier in the day wait
 * until this hour.
 */
export const reviewHours = { from: 8 } as const;
/** Reviewers call borrowers on working days within these hours, Manila time. */
export const callHours = { from: 8, until: 20 } as const;
