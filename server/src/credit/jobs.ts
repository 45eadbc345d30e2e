// The worker's regular credit jobs, keyed by the names under which their failures are recorded.
import type { WorkCtx } from '#/context/ctx.ts';
import { suspicionReportsDays } from '#/data/retention.ts';
import { deleteDrafts } from './application/draft.ts';
import {
  deleteRefusedPictures,
  deleteUnsentPictures,
  sweepOrphanPictures,
} from './application/retention.ts';
import { alarmForUntaken } from './manual/lease.ts';
import { warnOfLateDisputes } from './rejection/dispute.ts';
import { alarmForLate } from './review/review-due.ts';
import { deleteOldSuspicions } from './suspicion/store.ts';

export function creditJobs(ctx: WorkCtx) {
  const { app, now } = ctx;
  return {
    eachMinute: {
      'alarm of reviews': () => alarmForUntaken(ctx),
      'alarm of answers': () => alarmForLate(ctx),
    },
    daily: { 'late disputes': () => warnOfLateDisputes(ctx) },
    cleanup: {
      drafts: () => deleteDrafts(app.db, now),
      'pictures of refusals': () => deleteRefusedPictures(ctx),
      'unsent pictures': () => deleteUnsentPictures(ctx),
      suspicions: () =>
        deleteOldSuspicions(app.db, now.subtract({ hours: 24 * suspicionReportsDays })),
      'files of pictures': () => sweepOrphanPictures(ctx),
    },
  };
}
