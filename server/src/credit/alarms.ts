// The counts that the credit slice adds to the alarms: credit work that waits for staff.
import type { AppContext } from '#/context/app-context.ts';
import { countLineHolds } from './lines/store.ts';
import { alarmsOfReview } from './manual/store.ts';
import { lateAnswers } from './review/review-due.ts';

/** Starts counting applications without a reviewer, late decisions and held lines. */
export function creditAlarms(app: AppContext) {
  return {
    reviewsNotTaken: alarmsOfReview(app.db),
    answersLate: lateAnswers({ app, now: app.clocks.now() }),
    linesHeld: countLineHolds(app.db),
  };
}
