// The worker's steps and regular jobs for loans. Each regular job has the name under which its
// failures are recorded.
import type { WorkCtx } from '#/context/ctx.ts';
import { quotesDays } from '#/data/retention.ts';
import { forgetQuotes } from './apply/store.ts';
import { applyNewHolidays } from './holiday/last-free-days.ts';
import { approveDue } from './payout/approve.ts';

export const loanSteps = {
  calendar: { name: 'calendar', run: applyNewHolidays },
  approve: { name: 'approve', run: approveDue, isFed: true as const },
};

export function loanJobs({ app, now }: WorkCtx) {
  return {
    cleanup: {
      quotes: () => forgetQuotes(app.db, now.subtract({ hours: 24 * quotesDays })),
    },
  };
}
