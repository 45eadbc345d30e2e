import type { ReactNode } from 'react';
import { type CostKey, KeyDot } from './CostBar.tsx';
import { classes } from './classes.ts';
import { each } from './each.ts';
import css from './KeyValues.module.css';

/** One line: what it is, and how much. */
export type KeyValue = {
  label: ReactNode;
  value: ReactNode;
  isStrong?: boolean;
  /** The colour of the cost bar it belongs to. */
  costKey?: CostKey;
};

export type KeyValuesProps = {
  /** Groups of lines; a line is drawn between two groups. */
  groups: readonly (readonly KeyValue[])[];
  /**
   * `paper` is denser, with broken lines between the groups, for a disclosure statement; `below`
   * has each value under its name, for values that need the whole line.
   */
  look?: 'card' | 'paper' | 'below';
};

/**
 * Names and values on both ends of a line, as a description list. A value without room goes below
 * its name, and breaks only where a line is not enough.
 */
export function KeyValues({ groups, look = 'card' }: KeyValuesProps) {
  return (
    <div className={classes(css.all, css[look])}>
      {each(groups, (group) => (
        <dl className={css.group}>
          {each(group, (one) => (
            <div className={classes(css.line, one.isStrong && css.strong)}>
              <dt className={css.label}>
                {one.costKey !== undefined && <KeyDot of={one.costKey} />}
                {one.label}
              </dt>
              <dd className={css.value}>{one.value}</dd>
            </div>
          ))}
        </dl>
      ))}
    </div>
  );
}
