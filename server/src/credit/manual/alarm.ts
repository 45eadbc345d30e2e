// An application that nobody takes is told to whoever watches the log and /readyz: once at each step of its wait.

import type { WorkCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { alarmStepOf, staffedMs, whyNoCall } from './rules.ts';
import * as store from './store.ts';

/**
 * Raises the alarm for applications that have waited longer than the setting allows, counted in the hours in which people are phoned, and at no other
 * time. @returns how many alarms were raised. Safe to run twice at once.
 */
export async function alarmForUntaken({ app, now, wall }: WorkCtx): Promise<number> {
  if (whyNoCall(now, app.holidays) !== null) return 0;
  const everyMs = (await app.settings.all()).reviewAlarmMinutes * 60_000;
  let raised = 0;
  for (const one of await store.untaken(app.db, { now, wall })) {
    const waitedMs = staffedMs(one.dueAt, now, app.holidays);
    const step = alarmStepOf(waitedMs, everyMs);
    if (step <= one.alarmStep) continue;
    if (!(await inTx(app.db, (tx) => store.raiseAlarm(tx, one.applicationId, step, wall)))) continue;
    raised += 1;
    app.log.warn('nobody has taken an application that waits for a person', {
      event: 'review alarm',
      applicationId: one.applicationId,
      attempt: step,
      ms: waitedMs,
    });
  }
  return raised;
}
