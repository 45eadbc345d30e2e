import { type Cell, cellText } from '@sandali/contract/commands.ts';
import type { Fact } from '@sandali/contract/desk.ts';
import { wordsOfName } from '#/ui/words.ts';
import { CellView } from './CellView.tsx';

type Props = {
  facts: readonly Fact[];
  /** Whether cells are text only, as in a dialog, where no menu may lead away. */
  isPlain?: boolean;
};

/** What a proposal changes. A changed value stands out; money is right-aligned. */
export function FactsTable({ facts, isPlain = false }: Props) {
  if (facts.length === 0) return null;
  const show = (cell: Cell) => (isPlain ? cellText(cell) : <CellView cell={cell} />);
  return (
    <table className="facts">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ name, before, after }) => {
          const isChanged = cellText(before) !== cellText(after);
          const look = isMoney(before) || isMoney(after) ? 'amount' : undefined;
          return (
            <tr key={name} data-changed={isChanged}>
              <th scope="row">{wordsOfName(name)}</th>
              <td className={look}>{show(before)}</td>
              <td className={look}>{isChanged ? <mark>{show(after)}</mark> : 'as it is'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const isMoney = (cell: Cell) => typeof cell === 'object' && cell?.as === 'money';
