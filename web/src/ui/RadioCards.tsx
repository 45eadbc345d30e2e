import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import css from './RadioCards.module.css';

export type RadioCard<V extends string> = {
  value: V;
  title: ReactNode;
  /** Lines below the title, such as the due date and the cost. */
  children?: ReactNode;
  /** Why the card cannot be selected, shown in the card. */
  disabledReason?: ReactNode;
};

export type RadioCardsProps<V extends string> = {
  label: string;
  /** '' if no option is selected. Never preselect an option that costs money. */
  value: V | '';
  onChange: (value: V) => void;
  options: readonly RadioCard<V>[];
  /** The number of cards in a row. Cards wrap if there is no room. */
  columns?: 1 | 2 | 3;
  /** Makes the cards small, if each has only a short title. */
  isDense?: boolean;
};

/** Radio buttons as cards, such as the terms of a loan or the repayment channels. */
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
      {options.map((option) => (
        <label
          key={option.value}
          className={classes(css.card, Boolean(option.disabledReason) && css.off)}
        >
          <input
            type="radio"
            name={name}
            className={css.radio}
            value={option.value}
            checked={option.value === value}
            disabled={Boolean(option.disabledReason)}
            onChange={() => onChange(option.value)}
          />
          <span className={css.face}>
            <span className={css.top}>
              <span className={css.title}>{option.title}</span>
              <span className={css.check}>
                <Icon name="check" size="s" />
              </span>
            </span>
            {option.children}
            {option.disabledReason && <span className={css.reason}>{option.disabledReason}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
