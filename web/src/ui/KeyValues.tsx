import type { ReactNode } from 'react';
import { type CostKey, KeyDot } from './CostBar.tsx';
import { classes } from './classes.ts';
import { each } from './each.ts';
import css from './KeyValues.module.css';

export type KeyValue = {
  label: ReactNode;
  value: ReactNode;
  isStrong?: boolean;
  /** The colour of this line's part of the cost bar. */
  costKey?: CostKey;
};

export type KeyValuesProps = {
  /** Groups of lines, separated by rules. */
  groups: readonly (readonly KeyValue[])[];
  /**
   * `paper` is denser, with dashed rules, for a disclosure statement; `below` shows each value
   * under its name, for long values.
   */
  look?: 'card' | 'paper' | 'below';
};

/**
 * A description list with names at the start and values at the end, or below if there is no room.
 */
export function KeyValues({ groups, look = 'card' }: KeyValuesProps) {
  return (
    <div className={classes(css.all, css[look])}>
      {each(groups, (group) => (
        <dl className={css.group}>
          {each(group, (line) => (
            <div className={classes(css.line, line.isStrong && css.strong)}>
              <dt className={css.label}>
                {line.costKey !== undefined && <KeyDot of={line.costKey} />}
                {line.label}
              </dt>
              <dd className={css.value}>{line.value}</dd>
            </div>
          ))}
        </dl>
      ))}
    </div>
  );
}
