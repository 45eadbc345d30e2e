// The counts that the account slice adds to the alarms: unused codes and late recoveries.
import type { AppContext } from '#/context/app-context.ts';
import { unusedCodes } from './code/code.ts';
import { lateRecoveries } from './recovery/settle.ts';

/** Starts counting late recoveries and the codes that strangers requested but did not use. */
export function accountAlarms(app: AppContext) {
  const { db, clocks } = app;
  return {
    codesNotUsed: unusedCodes(db, clocks.wall()).then((unused) =>
      unused ? unused.sent - unused.used : 0,
    ),
    recoveriesLate: lateRecoveries({ app, now: clocks.now() }, db),
  };
}
