import type { ReactNode } from 'react';
import css from './CostBar.module.css';
import { classes } from './classes.ts';
import { percentOf } from './share.ts';

/** One kind of cost. The kinds are in the order of colours: mango first, then darker. */
type Cost = { centavos: number; label: ReactNode };

export type CostBarProps = {
  /** Whole centavos that reach the borrower. */
  receiveCentavos: number;
  /** One to three kinds of cost; zero costs are not shown. */
  costs: readonly Cost[];
  /**
   * The whole bar in one sentence: "You receive ₱58,845.00 and repay ₱61,650.00; the cost is
   * ₱2,805.00".
   */
  label: string;
};

const shades = [css.cost1, css.cost2, css.cost3];

/** A repayment drawn to scale: the amount received and its cost above, the cost enlarged below. */
export function CostBar({ receiveCentavos, costs, label }: CostBarProps) {
  const total = costs.reduce((sum, { centavos }) => sum + centavos, 0);
  const received = percentOf(receiveCentavos, receiveCentavos + total);
  const pieces: { x: number; width: number; shade: string | undefined }[] = [];
  let x = 0;
  costs.forEach(({ centavos }, at) => {
    const width = percentOf(centavos, total);
    if (width > 0) pieces.push({ x, width, shade: shades[at] });
    x += width;
  });
  return (
    <div role="img" aria-label={label}>
      <svg className={css.bar} aria-hidden="true" focusable="false">
        <rect className={css.receive} width={total > 0 ? `${received}%` : '100%'} height="100%" />
        {total > 0 && <rect className={css.cost1} x={`${received}%`} width="100%" height="100%" />}
        {total > 0 && <Gap at={received} />}
      </svg>
      {total > 0 && (
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
            {pieces.map((piece) => (
              <rect
                key={piece.x}
                className={piece.shade}
                x={`${piece.x}%`}
                width="100%"
                height="100%"
              />
            ))}
            {pieces.slice(1).map((piece) => (
              <Gap key={piece.x} at={piece.x} />
            ))}
          </svg>
        </>
      )}
    </div>
  );
}

/**
 * Two pixels of background between two colours, so that they can be told apart without their hues.
 */
function Gap({ at }: { at: number }) {
  return (
    <svg className={css.gap} x={`${at}%`} width="2" height="100%" aria-hidden="true">
      <rect x="-1" width="2" height="100%" />
    </svg>
  );
}

/** The colour keys: `0` is the amount received, `1` to `3` the costs in the bar's order. */
export type CostKey = 0 | 1 | 2 | 3;

/** A small square in a colour of the bar. */
export function KeyDot({ of }: { of: CostKey }) {
  return (
    <span className={classes(css.key, of === 0 ? css.key0 : css[`key${of}`])} aria-hidden="true" />
  );
}

/** The legend in one line under the bar. */
export function CostKeys({ labels }: { labels: readonly { of: CostKey; label: ReactNode }[] }) {
  return (
    <ul className={css.keys}>
      {labels.map((key) => (
        <li key={key.of} className={css.item}>
          <KeyDot of={key.of} />
          {key.label}
        </li>
      ))}
    </ul>
  );
}
