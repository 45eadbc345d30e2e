import { useEffect, useState } from 'react';
import { TableFrame } from '#/ui/TableFrame.tsx';
import { TableHead } from '#/ui/TableHead.tsx';
import { type Column, csvOf, textOf } from './columns.ts';

type Props<R> = {
  /** Names the table and its file: 'Business by day'. */
  title: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  /** The last row is a total. */
  hasTotal?: boolean;
};

/** A report's rows, and a link that saves exactly these rows. */
export function ReportTable<R>({ title, columns, rows, hasTotal = false }: Props<R>) {
  return (
    <section className="rp-table">
      <header>
        <h2>{title}</h2>
        <SaveCsv
          name={`${title.toLowerCase().replaceAll(' ', '-')}.csv`}
          text={csvOf(columns, rows)}
        />
      </header>
      <TableFrame label={title}>
        <table className="table">
          <TableHead
            columns={columns.map(({ name }) => name)}
            isAmount={(nth) => columns[nth]?.as !== 'text'}
          />
          <tbody>
            {rows.map((row, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
              <tr key={nth} data-total={hasTotal && nth === rows.length - 1}>
                {columns.map(({ name, as, of }) => (
                  <td key={name} className={as === 'text' ? 'no-wrap' : 'amount'}>
                    {textOf(as, of(row))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </section>
  );
}

/** The file is made here, from rows that the page already shows. */
function SaveCsv({ name, text }: { name: string; text: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return (
    <a className="rp-save" href={address} download={name}>
      Save CSV<span className="hidden"> {name}</span>
    </a>
  );
}
