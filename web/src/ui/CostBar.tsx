import type { ReactNode } from 'react';
import css from './CostBar.module.css';
import { classes } from './classes.ts';
import { percentOf } from './share.ts';

/** One kind of cost, in the order of the colours (mango first, then darker). */
type Cost = { centavos: number; label: ReactNode };

export type CostBarProps = {
  /** What reaches the borrower, whole centavos. */
  receiveCentavos: number;
  /** One to three kinds of cost; those of nothing are left out of the drawing. */
  costs: readonly Cost[];
  /**
   * The whole in one sentence: "Of ₱61,650.00 you repay, ₱58,845.00 reaches you and ₱2,805.00 is
   * cost".
   */
  label: string;
};

const shades = [css.cost1, css.cost2, css.cost3];

/**
 * A repayment true to scale: above what one receives and the cost, below the cost alone under a
 * lens.
 */
export function CostBar({ receiveCentavos, costs, label }: CostBarProps) {
  const cost = costs.reduce((sum, one) => sum + one.centavos, 0);
  const received = percentOf(receiveCentavos, receiveCentavos + cost);
  const pieces: { x: number; width: number; shade: string | undefined }[] = [];
  let x = 0;
  costs.forEach(({ centavos }, at) => {
    const width = percentOf(centavos, cost);
    if (width > 0) pieces.push({ x, width, shade: shades[at] });
    x += width;
  });
  return (
    <div role="img" aria-label={label}>
      <svg className={css.bar} aria-hidden="true" focusable="false">
        <rect className={css.receive} width={cost > 0 ? `${received}%` : '100%'} height="100%" />
        {cost > 0 && <rect className={css.cost1} x={`${received}%`} width="100%" height="100%" />}
        {cost > 0 && <Gap at={received} />}
      </svg>
      {cost > 0 && (
        <>
          <svg
            className={css.lens}
            viewBox="0 0 100 18"
            preserveAspectRatio="none"
            aria-hidden="true"
            focusable="false"
          >
            <path d={`M${received} 0H100V18H0z`} />
          </svg>
          <svg className={css.bar} aria-hidden="true" focusable="false">
            {pieces.map((one) => (
              <rect key={one.x} className={one.shade} x={`${one.x}%`} width="100%" height="100%" />
            ))}
            {pieces.slice(1).map((one) => (
              <Gap key={one.x} at={one.x} />
            ))}
          </svg>
        </>
      )}
    </div>
  );
}

/** Two pixels of ground between two colours, so that they part without the help of their hues. */
function Gap({ at }: { at: number }) {
  return (
    <svg className={css.gap} x={`${at}%`} width="2" height="100%" aria-hidden="true">
      <rect x="-1" width="2" height="100%" />
    </svg>
  );
}

/** The colour keys: `0` what one receives, `1` to `3` the costs in the bar's order. */
export type CostKey = 0 | 1 | 2 | 3;

/** A small square of a colour of the bar. */
export function KeyDot({ of }: { of: CostKey }) {
  return (
    <span className={classes(css.key, of === 0 ? css.key0 : css[`key${of}`])} aria-hidden="true" />
  );
}

/** What the colours mean, in one line under the bar. */
export function CostKeys({ labels }: { labels: readonly { of: CostKey; label: ReactNode }[] }) {
  return (
    <ul className={css.keys}>
      {labels.map((one) => (
        <li key={one.of} className={css.item}>
          <KeyDot of={one.of} />
          {one.label}
        </li>
      ))}
    </ul>
  );
}
