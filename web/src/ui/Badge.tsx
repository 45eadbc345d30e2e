import type { ReactNode } from 'react';
import css from './Badge.module.css';
import { classes } from './classes.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** A status of one or two words: green for good, brown for soon, red for late or wrong. */
export function Badge({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'positive' | 'warn' | 'bad';
  children: ReactNode;
}) {
  return <span className={classes(css.badge, css[tone])}>{children}</span>;
}

/**
 * A number on a tab or row, hidden if it is 0. `label` names what is counted ("3 unused coupons").
 */
export function Count({
  value,
  label,
  className,
}: {
  value: number;
  label: string;
  className?: string | undefined;
}) {
  if (value <= 0) return null;
  return (
    <span className={classes(css.count, className)}>
      <span aria-hidden="true">{value > 99 ? '99+' : value}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
