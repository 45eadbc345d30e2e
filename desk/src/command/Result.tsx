// A command's result, by its declared display.
import type { Cell, DeclaredCommand } from '@sandali/contract/commands.ts';
import type { Answer } from '#/api.ts';
import { TableFrame } from '#/ui/TableFrame.tsx';
import { TableHead } from '#/ui/TableHead.tsx';
import { wordsOfName } from '#/ui/words.ts';
import { CellView } from './CellView.tsx';
import { Download } from './Download.tsx';
import { Picture } from './Picture.tsx';
import { RecordRows } from './RecordRows.tsx';

type Row = readonly Cell[];
type Props = { command: DeclaredCommand; answers: readonly Answer[] };

export function Result({ command, answers }: Props) {
  const [first] = answers;
  if (!first) return null;
  const { display } = command;
  if (first.file) return <Download command={command} file={first.file} />;
  if (display.as === 'picture') return <Picture data={first.data} />;
  const rows = answers.flatMap(({ shown }) => shown.rows?.slice(1) ?? []);
  const lines = answers.at(-1)?.shown.lines ?? [];
  const isWell = answers.every(({ shown }) => shown.isWell ?? true);
  return (
    <section className="result" aria-label="Result" aria-live="polite">
      {rows.length > 0 && display.as === 'record' && <RecordRows rows={rows} />}
      {rows.length > 0 && display.as !== 'record' && (
        <Table columns={first.shown.rows?.[0] ?? []} rows={rows} />
      )}
      {lines.length > 0 && (
        <div className={isWell ? 'lines' : 'lines lines-bad'} role={isWell ? 'status' : 'alert'}>
          {lines.map((line, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat and never move
            <p key={nth}>{line}</p>
          ))}
        </div>
      )}
    </section>
  );
}

const isAmount = (cell: Cell) =>
  cell === null ||
  typeof cell === 'number' ||
  (typeof cell === 'string' && /^−?₱[\d,]+(\.\d\d)?$/.test(cell)) ||
  (typeof cell === 'object' && cell.as === 'money');

/** Numbers and amounts are right-aligned. */
function Table({ columns, rows }: { columns: Row; rows: readonly Row[] }) {
  const looks = columns.map((_, column) => {
    const cells = rows.map((row) => row[column] ?? null);
    return cells.every(isAmount) && cells.some((cell) => cell !== null) ? 'amount' : undefined;
  });
  return (
    <TableFrame label="Table">
      <table className="table">
        <TableHead
          columns={columns.map((column) => wordsOfName(`${column}`))}
          isAmount={(nth) => looks[nth] === 'amount'}
        />
        <tbody>
          {rows.map((row, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key and never move
            <tr key={nth}>
              {columns.map((column, at) => (
                <td key={`${column}`} className={looks[at]}>
                  <CellView cell={row[at] ?? null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="count">{rows.length === 1 ? '1 row' : `${rows.length} rows`}</p>
    </TableFrame>
  );
}
