// The worker's regular jobs for accounts, by the names under which their failures are recorded.
import type { WorkCtx } from '#/context/ctx.ts';
import { sessionsDays } from '#/data/retention.ts';
import { deleteExpiredCodes } from './code/challenge.store.ts';
import { alarmForCodes } from './code/code.ts';
import { forgetSessions } from './login/session.store.ts';
import {
  deleteRecoveryPictures,
  sweepRecoveryFiles,
  warnOfLateRecoveries,
} from './recovery/settle.ts';

export function accountJobs(ctx: WorkCtx) {
  const { app, wall } = ctx;
  return {
    eachMinute: { 'alarm of codes': () => alarmForCodes(ctx) },
    daily: { 'late recoveries': () => warnOfLateRecoveries(ctx) },
    cleanup: {
      codes: () => deleteExpiredCodes(app.db, wall),
      sessions: () => forgetSessions(app.db, wall.subtract({ hours: 24 * sessionsDays })),
      'pictures of recoveries': () => deleteRecoveryPictures(ctx),
      'files of recoveries': () => sweepRecoveryFiles(ctx),
    },
  };
}
