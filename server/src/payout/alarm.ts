// What of payouts needs people: on /readyz as it is, and in the log when it changes.
import type { Read } from '#/db/database.ts';
import type { WorkCtx } from '#/kit/ctx.ts';
import type { House } from '#/kit/house.ts';
import { countTrouble } from './breaks.store.ts';
import { unknownAlarmMs } from './rules.ts';

export type PayoutTrouble = {
  /** Of which nobody has known for half an hour what became of them. */
  unknown: number;
  /** For which the gateway holds too little of our money. */
  waiting: number;
  /** Of which the gateway says something else than was settled. */
  breaks: number;
};

/** What of payouts needs people now; `wall` is real time. */
export async function troubleOf(read: Read, wall: Temporal.Instant): Promise<PayoutTrouble> {
  return await countTrouble(read, wall.subtract({ milliseconds: unknownAlarmMs }));
}

/** What was said last. A server that starts says it anew. */
const said = new WeakMap<House, string>();
const none = wordsOf({ unknown: 0, waiting: 0, breaks: 0 });

/** Says in the log what needs people, each time that it has changed. */
export async function alarmForPayouts({ house, wall }: WorkCtx): Promise<void> {
  const trouble = await troubleOf(house.db, wall);
  const words = wordsOf(trouble);
  if (words === (said.get(house) ?? none)) return;
  said.set(house, words);
  const count = trouble.unknown + trouble.waiting + trouble.breaks;
  if (count > 0) house.log.warn('payouts need people: run ops payout list', { event: 'payout alarm', count, why: words });
  else house.log.info('no payout needs people any more', { event: 'payout alarm' });
}

function wordsOf({ unknown, waiting, breaks }: PayoutTrouble): string {
  return `${unknown} unknown, ${waiting} waiting for the float, ${breaks} breaks`;
}
