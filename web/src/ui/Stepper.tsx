import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Stepper.module.css';

export type StepperProps = {
  /** The number of the current step, counted from 1. */
  current: number;
  total: number;
  /** The text for the current step ("Step 2 of 4"). */
  label: string;
  /** The text at the end of the line ("about 1 minute", "last step"). */
  aside?: ReactNode;
  /** Shows only the bars. Screen readers still read the label. */
  isBare?: boolean;
};

/** Progress through a form that has several steps. */
export function Stepper({ current, total, label, aside, isBare }: StepperProps) {
  const bars: ReactNode[] = [];
  for (let step = 1; step <= total; step++)
    bars.push(
      <span
        key={step}
        className={classes(css.bar, step < current && css.done, step === current && css.now)}
      />,
    );
  return (
    <div className={css.stepper}>
      <div
        className={css.bars}
        {...(isBare ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      >
        {bars}
      </div>
      {!isBare && (
        <div className={css.words}>
          <span>{label}</span>
          {aside && <span>{aside}</span>}
        </div>
      )}
    </div>
  );
}
