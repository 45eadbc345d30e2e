import { type ComponentProps, type ReactNode, useId } from 'react';
import { Anchor } from './Anchor.tsx';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import css from './List.module.css';

/**
 * A white list of rows (`Row`), with a line between them. `as="ol"` where their order says
 * something.
 */
export function List({
  as: Kind = 'ul',
  className,
  ...rest
}: ComponentProps<'ul'> & { as?: 'ul' | 'ol' }) {
  const { ref: _, ...plain } = rest;
  return <Kind {...plain} className={classes(css.list, className)} />;
}

type RowContent = {
  icon?: IconName | undefined;
  /** Before the words instead of an icon: a bank's mark, a drawing. */
  mark?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  detailTone?: 'quiet' | 'warn' | 'bad';
  /** At the end: an amount, a badge, a short word. */
  end?: ReactNode;
  /** 52 px instead of 64. */
  isLow?: boolean;
};

export type RowProps = RowContent & {
  /** A row that leads somewhere. */
  href?: string | undefined;
  /** A row that does something. Neither `href` nor `onClick`: a row to read. */
  onClick?: (() => void) | undefined;
  /** The arrow at the end; usual on links and buttons. */
  hasArrow?: boolean;
  /** A control in place of the arrow (then the row itself is not pressable). */
  action?: ReactNode;
};

/** A row of a `List`: a link, a button, or words to read. */
export function Row({ href, onClick, hasArrow = true, action, isLow, ...face }: RowProps) {
  const className = classes(css.row, isLow && css.low);
  const inner = (isPressed: boolean) => (
    <>
      <RowBody {...face} />
      {action ?? (isPressed && hasArrow && <Icon name="next" size="s" className={css.arrow} />)}
    </>
  );
  if (href !== undefined) {
    return (
      <li className={css.item}>
        <Anchor href={href} className={className} onClick={onClick}>
          {inner(true)}
        </Anchor>
      </li>
    );
  }
  if (onClick) {
    return (
      <li className={css.item}>
        <button type="button" className={className} onClick={() => onClick()}>
          {inner(true)}
        </button>
      </li>
    );
  }
  return <li className={classes(css.item, className)}>{inner(false)}</li>;
}

/** One answer of `RadioRows`. */
export type RadioRow<V extends string> = RowContent & {
  value: V;
  /** Drawn grey and not to be chosen; `detail` says why. */
  isDisabled?: boolean;
};

export type RadioRowsProps<V extends string> = {
  label: string;
  value: V | '';
  onChange: (value: V) => void;
  options: readonly RadioRow<V>[];
};

/**
 * A list to choose one row of, with the platform's radios at the end: where to pay, which account.
 */
export function RadioRows<V extends string>({
  label,
  value,
  onChange,
  options,
}: RadioRowsProps<V>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={css.list}>
      {options.map(({ value: own, isDisabled, isLow = true, ...face }) => (
        <label
          key={own}
          className={classes(css.item, css.row, isLow && css.low, isDisabled && css.off)}
        >
          <RowBody {...face} />
          <input
            type="radio"
            name={name}
            className={css.radio}
            value={own}
            checked={own === value}
            disabled={isDisabled}
            onChange={() => onChange(own)}
          />
        </label>
      ))}
    </div>
  );
}

function RowBody({ icon, mark, title, detail, detailTone = 'quiet', end }: RowContent) {
  return (
    <>
      {mark ?? (icon && <Icon name={icon} className={css.icon} />)}
      <span className={css.body}>
        <span className={css.words}>
          <span className={css.title}>{title}</span>
          {detail && <span className={classes(css.detail, css[detailTone])}>{detail}</span>}
        </span>
        {end && <span className={css.end}>{end}</span>}
      </span>
    </>
  );
}
