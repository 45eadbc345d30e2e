import type { ReactNode } from 'react';
import css from './Outcome.module.css';

export type OutcomeProps = {
  startLabel: ReactNode;
  start: ReactNode;
  endLabel: ReactNode;
  end: ReactNode;
};

/** The arrival amount and the repayment, shown above the button. */
export function Outcome({ startLabel, start, endLabel, end }: OutcomeProps) {
  return (
    <dl className={css.outcome}>
      <div className={css.start}>
        <dt className={css.label}>{startLabel}</dt>
        <dd className={css.value}>{start}</dd>
      </div>
      <div className={css.end}>
        <dt className={css.label}>{endLabel}</dt>
        <dd className={css.value}>{end}</dd>
      </div>
    </dl>
  );
}
