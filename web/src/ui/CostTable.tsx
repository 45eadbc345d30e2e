import type { ReactNode } from 'react';
import css from './CostTable.module.css';
import { classes } from './classes.ts';
import { each } from './each.ts';

export type CostTableProps = {
  /** The table's name for screen readers. */
  label: string;
  /** The terms ("8 days", "15 days"). */
  columns: readonly string[];
  rows: readonly { label: ReactNode; values: readonly ReactNode[]; isTotal?: boolean }[];
};

/** Compares the cost of one amount over several terms. The last row is the total cost. */
export function CostTable({ label, columns, rows }: CostTableProps) {
  return (
    <div className={css.frame}>
      <table className={css.table} aria-label={label}>
        <thead className={css.heads}>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col" className={css.head}>
                {column}
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
