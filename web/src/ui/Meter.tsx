import { classes } from './classes.ts';
import css from './Meter.module.css';
import { percentOf } from './share.ts';

export type MeterProps = {
  value: number;
  max: number;
  /** What is measured, and its value as text. */
  label: string;
  valueText: string;
  /** `sun` for cost, `lit` on the sky, `action` for progress. */
  tone?: 'sun' | 'lit' | 'action';
};

/** A bar that shows a share of a whole, such as the used part of the credit line. */
export function Meter({ value, max, label, valueText, tone = 'sun' }: MeterProps) {
  const share = percentOf(value, max);
  const aria = {
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': Math.round(share),
    'aria-valuetext': valueText,
  };
  return (
    <div {...{ role: 'meter', ...aria }}>
      <svg className={classes(css.meter, css[tone])} aria-hidden="true" focusable="false">
        <rect className={css.value} width={`${share}%`} height="100%" rx="4" />
      </svg>
    </div>
  );
}
