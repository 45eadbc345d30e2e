import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import css from './Ticket.module.css';

export type TicketProps = {
  /** The coupon's value: an `Amount` or text. */
  worth: ReactNode;
  /** The charge that the coupon reduces ("off interest"). */
  unit: ReactNode;
  title: ReactNode;
  /** Which loans the coupon is valid for. */
  detail?: ReactNode;
  /** Why the coupon cannot be used now, shown in brown. */
  whyNot?: ReactNode;
  /** The last day on which the coupon is valid, or when it was used. */
  until?: ReactNode;
  /** Whether the coupon expires soon; `until` is then brown. */
  isEnding?: boolean;
  /** `best` will be applied; `gone` is used or expired. */
  state?: 'open' | 'best' | 'gone';
  /** Makes the ticket a button. `isPicked` is the button's state. */
  onPick?: (() => void) | undefined;
  isPicked?: boolean | undefined;
};

/** A coupon drawn as a ticket with a torn edge. */
export function Ticket({
  worth,
  unit,
  title,
  detail,
  whyNot,
  until,
  isEnding,
  state = 'open',
  onPick,
  isPicked,
}: TicketProps) {
  const className = classes(css.ticket, css[state]);
  const inner = (
    <>
      <span className={css.worth}>
        {worth}
        <span className={css.unit}>{unit}</span>
      </span>
      <span className={css.words}>
        <span className={css.title}>
          {title}
          {isPicked && <Icon name="check" size="s" className={css.check} />}
        </span>
        {detail && <span className={css.detail}>{detail}</span>}
        {whyNot && <span className={classes(css.detail, css.ending)}>{whyNot}</span>}
        {until && (
          <span className={classes(css.detail, isEnding && state !== 'gone' && css.ending)}>
            {until}
          </span>
        )}
      </span>
    </>
  );
  if (!onPick) return <div className={className}>{inner}</div>;
  return (
    <span className={css.frame}>
      <button type="button" className={className} aria-pressed={Boolean(isPicked)} onClick={onPick}>
        {inner}
      </button>
    </span>
  );
}
