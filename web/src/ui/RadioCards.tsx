import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import css from './RadioCards.module.css';

/** One card to choose: a title and what it means. */
export type RadioCard<V extends string> = {
  value: V;
  title: ReactNode;
  /** Lines under the title: till when, what it costs. */
  children?: ReactNode;
  /** Why it cannot be chosen, said in the card. */
  disabledReason?: ReactNode;
};

export type RadioCardsProps<V extends string> = {
  label: string;
  /** '' while nothing is chosen: nothing costly is chosen beforehand. */
  value: V | '';
  onChange: (value: V) => void;
  options: readonly RadioCard<V>[];
  /** Cards beside each other; they go under each other where there is no room. */
  columns?: 1 | 2 | 3;
  /** Small cards with one short title each. */
  isDense?: boolean;
};

/** Radio cards: the terms of a loan, the ways to pay. */
export function RadioCards<V extends string>({
  label,
  value,
  onChange,
  options,
  columns = 2,
  isDense,
}: RadioCardsProps<V>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes(css.cards, css[`columns${columns}`], isDense && css.dense)}
    >
      {options.map((one) => (
        <label
          key={one.value}
          className={classes(css.card, Boolean(one.disabledReason) && css.off)}
        >
          <input
            type="radio"
            name={name}
            className={css.radio}
            value={one.value}
            checked={one.value === value}
            disabled={Boolean(one.disabledReason)}
            onChange={() => onChange(one.value)}
          />
          <span className={css.face}>
            <span className={css.top}>
              <span className={css.title}>{one.title}</span>
              <span className={css.check}>
                <Icon name="check" size="s" />
              </span>
            </span>
            {one.children}
            {one.disabledReason && <span className={css.reason}>{one.disabledReason}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
