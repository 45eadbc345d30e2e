import { formatPesos } from '@sandali/contract/money.ts';
import { useSession } from '#/session.ts';
import { timeOf } from '#/ui/words.ts';
import type { BillRow } from './answers.ts';
import { daysWords, outcomeName } from './words.ts';

/** A bill in the list: who, how much today, the last call, and whether a call is allowed now. */
export function Row({ row }: { row: BillRow }) {
  const { name: me } = useSession();
  const { name, phone, days, owedCentavos, on, lastCall, callsToday, from, owner } = row;
  return (
    <>
      <span className="co-line">
        <b>{name ?? 'No name'}</b>
        <b>{formatPesos(owedCentavos)}</b>
      </span>
      <small className="co-line">
        <span>
          {daysWords(days)}
          {row.hadPromise && ', promise not kept'}
        </span>
        <span>on {on}</span>
      </small>
      <small>
        {phone} ·{' '}
        {lastCall ? `${outcomeName(lastCall.outcome)}, ${timeOf(lastCall.at)}` : 'Never called'}
        {callsToday > 0 && ` · ${callsToday} today`}
      </small>
      <span className="co-badges">
        <span className="badge" data-tone={from ? undefined : 'positive'}>
          {from ? `Call from ${timeOf(from)}` : 'May be called'}
        </span>
        {owner && (
          <span className="badge">{owner.by === me ? 'Yours' : `Held by ${owner.by}`}</span>
        )}
      </span>
    </>
  );
}
