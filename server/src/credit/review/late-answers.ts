// An answer that has not come by its time is told to whoever watches the log and /readyz: a worker that stands still says nothing by itself.

import type { WorkCtx } from '#/context/ctx.ts';
import { answerLateAfterMs } from '#/credit/rules.ts';
import { inTx } from '#/db/database.ts';
import { countLate, raiseLate } from './queue.store.ts';

/**
 * Raises the alarm for applications whose answer is late, once an application and step, and a step further each time the wait has doubled.
 * @returns how many rose. Safe to run twice at once.
 */
export async function alarmForLate({ app, now }: WorkCtx): Promise<number> {
  const risen = await inTx(app.db, (tx) => raiseLate(tx, { now, everyMs: answerLateAfterMs }));
  if (risen.length > 0) {
    const longest = Math.max(...risen.map((one) => one.lateMs));
    app.log.warn('applications wait longer for the engine than was promised', {
      event: 'answers late',
      count: risen.length,
      ms: longest,
    });
  }
  return risen.length;
}

/** How many answers are late at this moment, whether or not an alarm was raised: it must be told also where nothing works any more. */
export async function lateAnswers({ app, now }: Pick<WorkCtx, 'app' | 'now'>): Promise<number> {
  return await countLate(app.db, now.subtract({ milliseconds: answerLateAfterMs }));
}
