import type { ReactNode } from 'react';
import css from './CostBar.module.css';
import { classes } from './classes.ts';
import { percentOf } from './share.ts';

/** One cost. Costs are coloured by their order: mango first, then darker. */
type Cost = { centavos: number; label: ReactNode };

export type CostBarProps = {
  /** The amount that reaches the borrower, in whole centavos. */
  receiveCentavos: number;
  /** One to three costs. A cost of zero is not shown. */
  costs: readonly Cost[];
  /**
   * The whole bar as a sentence: "You receive ₱58,845.00 and repay ₱61,650.00; the cost is
   * ₱2,805.00".
   */
  label: string;
};

const shades = [css.cost1, css.cost2, css.cost3];

/**
 * A repayment as two bars: the amount received and its cost to scale, and below them the cost
 * enlarged.
 */
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
 * Two pixels of background between two colours, so that they can be told apart without relying on
 * hue.
 */
function Gap({ at }: { at: number }) {
  return (
    <svg className={css.gap} x={`${at}%`} width="2" height="100%" aria-hidden="true">
      <rect x="-1" width="2" height="100%" />
    </svg>
  );
}

/** A colour of the bar: `0` for the amount received, `1` to `3` for the costs in order. */
export type CostKey = 0 | 1 | 2 | 3;

/** A small square in one of the bar's colours. */
export function KeyDot({ of }: { of: CostKey }) {
  return (
    <span className={classes(css.key, of === 0 ? css.key0 : css[`key${of}`])} aria-hidden="true" />
  );
}

/** The legend under the bar, on one line. */
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
