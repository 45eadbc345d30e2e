import { timeOf } from '#/ui/words.ts';
import type { Bill } from './answers.ts';

type Props = { calling: Bill['calling']; isFree: boolean; owner: Bill['owner'] };

/** Whether the law and the holder allow a call now, and until or from when. */
export function CallPermission({ calling, isFree, owner }: Props) {
  const { whyNot, from, hours, leftToday, leftThisWeek } = calling;
  if (whyNot !== null)
    return (
      <p className="co-turn" data-tone="danger">
        <b>Do not call now.</b> {whyNot}
        {from && <span> From {timeOf(from)}, Manila time.</span>}
      </p>
    );
  if (!isFree)
    return (
      <p className="co-turn" data-tone="warning">
        <b>{owner?.by} holds this bill.</b> Ask them before you call.
      </p>
    );
  return (
    <p className="co-turn" data-tone="positive">
      <b>You may call until {hours.until}:00, Manila time.</b> {leftToday} of today’s calls left,{' '}
      {leftThisWeek} of this week’s.
    </p>
  );
}
