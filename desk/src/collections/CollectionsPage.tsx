// The call list by buckets, and beside it the open bill. The list and the counts are read once, and
// again by the button, or after an act on the way to the next bill.
import './collections.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ask } from '#/answer.ts';
import { useSession } from '#/session.ts';
import { useScreenKeys } from '#/shell/screenKeys.ts';
import { ListDetail, listKeys } from '#/ui/ListDetail.tsx';
import { useKeys } from '#/ui/useKeys.ts';
import { useRows } from '#/ui/useRows.ts';
import { type BillRow, buckets, zCounts, zList } from './answers.ts';
import { Filters } from './Filters.tsx';
import { OpenBill } from './OpenBill.tsx';
import { Row } from './Row.tsx';
import type { CollectionsSearch } from './search.ts';
import { bucketNames } from './words.ts';

const keys = [
  ...listKeys,
  ['N', 'Open the next bill that may be called now'],
  ['C', 'Take the bill, and call'],
  ['1 to 6', 'The result of the call'],
  ['P', 'Record a promise'],
  ['T', 'Take or release the bill'],
  ['[ ]', 'Previous or next bucket'],
  ['M', 'Only the bills that you hold, or all'],
] as const;
const tabs = [undefined, ...buckets] as const;

export function CollectionsPage({ search }: { search: CollectionsSearch }) {
  const { bucket, owner, open } = search;
  const { commands, name } = useSession();
  const navigate = useNavigate();
  const [notice, setNotice] = useState('');
  const reason = useRef('to call about the overdue bill');
  /** Whether an act has changed what the list shows. */
  const isOutdated = useRef(false);
  useScreenKeys(keys);
  const list = useRows('overdue list', zList, ({ bills }) => bills, {
    ...(bucket && { bucket }),
    ...(owner && { owner }),
  });
  const counts = useQuery({
    queryKey: ['overdue counts'],
    queryFn: () => ask(commands, 'overdue counts', zCounts, { input: {} }),
  });
  const readAgain = () => {
    isOutdated.current = false;
    list.readAgain();
    void counts.refetch();
  };
  const go = (to: CollectionsSearch) => {
    setNotice('');
    void navigate({ to: '/collections', search: to });
  };
  const next = () => {
    const { rows = [] } = list;
    const at = rows.findIndex(({ loan }) => loan === open);
    const mayCall = (row: BillRow) =>
      row.loan !== open && row.whyNot === null && (row.owner === null || row.owner.by === name);
    const row = rows.slice(at + 1).find(mayCall) ?? rows.find(mayCall);
    go({ ...search, open: row?.loan });
    if (!row) setNotice('No other bill of this page can be called now.');
    if (isOutdated.current) readAgain();
  };
  const shift = (by: number) => () => {
    const at = tabs.indexOf(bucket) + by;
    if (at >= 0 && at < tabs.length) go({ owner, bucket: tabs[at] });
  };
  useKeys({
    n: next,
    '[': shift(-1),
    ']': shift(1),
    m: () => go({ bucket, owner: owner ? undefined : 'mine' }),
  });
  return (
    <ListDetail
      title="Collections"
      list={{ ...list, readAgain, error: list.error ?? counts.error }}
      idOf={({ loan }) => loan}
      open={open}
      countWords={(count, isOne) => `${count} ${isOne ? 'bill' : 'bills'}, longest overdue first`}
      listLabel={bucketNames[bucket ?? 'all']}
      filters={<Filters search={search} counts={counts.error ? null : counts.data} onGo={go} />}
      row={(row) => <Row row={row} />}
      whenGone={() => (
        <p>This bill is not in this list: it was paid, or its borrower keeps a promise.</p>
      )}
      whenClosed={<p>Open a bill to see what the call needs, or press N for the next one.</p>}
      whenEmpty={emptyOf(search)}
      notice={notice}
    >
      {(row) => (
        <OpenBill
          key={row.loan}
          row={row}
          reason={reason}
          onActed={() => {
            isOutdated.current = true;
          }}
          onNext={next}
        />
      )}
    </ListDetail>
  );
}

function emptyOf({ bucket, owner }: CollectionsSearch) {
  if (owner)
    return { title: 'You hold no bill here', words: 'Open a bill and press T to take it.' };
  if (bucket === 'brokenToday')
    return {
      title: 'No promise broke today',
      words: 'Bills whose promised part was due yesterday and is not fully paid appear here.',
    };
  return {
    title: bucket ? 'No bill is in this bucket' : 'No bill is overdue',
    words:
      'Bills after their last free day appear here, the longest overdue first. A bill whose promise is kept is in the list of payment plans.',
  };
}
