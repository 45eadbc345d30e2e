import type { ReactNode } from 'react';

type Props = {
  title: ReactNode;
  amount: string;
  /** The day of the amount. */
  on?: string;
  children: ReactNode;
  /** What stands still until a person acts. */
  isStill?: boolean;
  proposedBy?: string | null;
};

/** A row of a list: what it is, its amount with its day at the right, and its state. */
export function Row({
  title,
  amount,
  on = '',
  children,
  isStill = false,
  proposedBy = null,
}: Props) {
  return (
    <span className="mo-row">
      <b>{title}</b>
      <b className="mo-amount">{amount}</b>
      <span className={isStill ? 'mo-still' : undefined}>{children}</span>
      {on !== '' && <small className="mo-amount">{on}</small>}
      {proposedBy !== null && <small>Proposed by {proposedBy}; another person confirms.</small>}
    </span>
  );
}
