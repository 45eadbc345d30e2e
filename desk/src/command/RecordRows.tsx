import type { Cell } from '@sandali/contract/commands.ts';
import { wordsOfName } from '#/ui/words.ts';
import { CellView } from './CellView.tsx';

/** The rows of a record, as `shown.rows` has them: without the row of column names. */
export function RecordRows({ rows }: { rows: readonly (readonly Cell[])[] }) {
  return (
    <dl className="record">
      {rows.map(([name = null, cell = null], nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat and never move
        <div key={nth}>
          <dt>{wordsOfName(`${name ?? ''}`)}</dt>
          <dd>
            <CellView cell={cell} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
