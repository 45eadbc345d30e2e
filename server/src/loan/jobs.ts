// The worker's regular jobs for loans, by the names under which their failures are recorded.
import type { WorkCtx } from '#/context/ctx.ts';
import { quotesDays } from '#/data/retention.ts';
import { forgetQuotes } from './apply/store.ts';

export function loanJobs({ app, now }: WorkCtx) {
  return {
    cleanup: {
      quotes: () => forgetQuotes(app.db, now.subtract({ hours: 24 * quotesDays })),
    },
  };
}
