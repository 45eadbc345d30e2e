import css from './Amount.module.css';
import { classes } from './classes.ts';
import { splitPesos } from './pesos.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type AmountProps = {
  /** The amount in whole centavos, which may be negative. */
  centavos: number;
  /** Font size: `s` 14 px, `m` 16, `l` 28 (in a card), `xl` 44 (once per page). */
  size?: 's' | 'm' | 'l' | 'xl';
  /** `always` shows ".00"; `whenAny` omits ".00", as in headings. */
  decimals?: 'always' | 'whenAny';
  /**
   * Inherits the font weight from the surrounding text, and also the font size unless `size` is
   * set.
   */
  isPlain?: boolean;
};

/**
 * An amount in pesos on one line, with ₱ and centavos in smaller type. Screen readers read the
 * amount as one text ("₱62,006.00").
 */
export function Amount({ centavos, size, decimals = 'always', isPlain }: AmountProps) {
  const sum = splitPesos(centavos);
  const tail = decimals === 'whenAny' && sum.centavos === '00' ? '' : `.${sum.centavos}`;
  return (
    <span
      className={classes(
        css.amount,
        css[size ?? (isPlain ? 'inherit' : 'm')],
        isPlain && css.plain,
      )}
    >
      <VisuallyHidden>{`${sum.sign}₱${sum.pesos}${tail}`}</VisuallyHidden>
      <span aria-hidden="true">
        {sum.sign}
        <span className={css.peso}>₱</span>
        {sum.pesos}
        {tail && <span className={css.tail}>{tail}</span>}
      </span>
    </span>
  );
}

/** A figure other than money ("5 min"), with the weight and size of an amount. */
export function Figure({
  children,
  size = 'xl',
}: {
  children: string;
  size?: 's' | 'm' | 'l' | 'xl';
}) {
  return <span className={classes(css.amount, css[size])}>{children}</span>;
}
