import type { ReactNode } from 'react';
import css from './CostTable.module.css';
import { classes } from './classes.ts';
import { each } from './each.ts';

export type CostTableProps = {
  /** Names the table for those who listen. */
  label: string;
  /** "8 days", "15 days". */
  columns: readonly string[];
  rows: readonly { label: ReactNode; values: readonly ReactNode[]; isTotal?: boolean }[];
};

/** The same amount over some terms, side by side; the last, total row is the cost. */
export function CostTable({ label, columns, rows }: CostTableProps) {
  return (
    <div className={css.frame}>
      <table className={css.table} aria-label={label}>
        <thead className={css.heads}>
          <tr>
            <td />
            {columns.map((one) => (
              <th key={one} scope="col" className={css.head}>
                {one}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {each(rows, (row) => (
            <tr className={classes(row.isTotal && css.total)}>
              <th scope="row" className={css.label}>
                {row.label}
              </th>
              {each(row.values, (value, at) => (
                <td className={css.value}>
                  <span className={css.term} aria-hidden="true">
                    {columns[at]}
                  </span>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
