import type { ReactNode } from 'react';
import { type CostKey, KeyDot } from './CostBar.tsx';
import { classes } from './classes.ts';
import { each } from './each.ts';
import css from './KeyValues.module.css';

export type KeyValue = {
  label: ReactNode;
  value: ReactNode;
  isStrong?: boolean;
  /** The colour that the cost bar uses for this line. */
  costKey?: CostKey;
};

export type KeyValuesProps = {
  /** Groups of lines, separated by dividers. */
  groups: readonly (readonly KeyValue[])[];
  /**
   * `paper`: denser, with dashed dividers, for a disclosure statement. `below`: each value below
   * its name, for long values.
   */
  look?: 'card' | 'paper' | 'below';
};

/**
 * A description list. Each name is at the start of its line and the value at the end, or below the
 * name if there is no room.
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
