import { classes } from './classes.ts';
import { each } from './each.ts';
import css from './Skeleton.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type BoneProps = {
  /** The width in tenths of the available width, or `amount` for the width of a figure. */
  width?: 3 | 4 | 5 | 6 | 8 | 10 | 'amount';
  /** `xs` 12 px, `s` 16, `m` 20, `l` 40 (a figure), `xl` 120 (a picture). */
  height?: 'xs' | 's' | 'm' | 'l' | 'xl';
  isOnSky?: boolean;
};

/** A grey bar in place of text that is still loading. */
export function SkeletonBar({ width = 10, height = 's', isOnSky }: BoneProps) {
  return (
    <span
      className={classes(css.bone, css[`w${width}`], css[`h${height}`], isOnSky && css.onSky)}
      aria-hidden="true"
    />
  );
}

/** Placeholder rows for a list that is loading. `label` is read out once ("Loading your loans"). */
export function SkeletonRows({
  count = 3,
  label,
  isApart = true,
}: {
  count?: number;
  label: string;
  isApart?: boolean;
}) {
  const rows = each(Array.from({ length: count }), () => (
    <div className={css.row}>
      <span className={css.words}>
        <SkeletonBar width={6} />
        <SkeletonBar width={4} height="xs" />
      </span>
      <SkeletonBar width="amount" height="m" />
    </div>
  ));
  return (
    <div role="status" className={isApart ? css.apart : css.list}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {rows}
    </div>
  );
}

/** A placeholder for a card that is loading. */
export function SkeletonCard({ lines = 3, label }: { lines?: number; label: string }) {
  return (
    <div role="status" className={css.card}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <SkeletonBar width={5} height="m" />
      {each(Array.from({ length: lines }), (_, at) => (
        <SkeletonBar width={at % 2 === 0 ? 10 : 8} />
      ))}
    </div>
  );
}

/** A placeholder on the sky for a figure and a line that are loading. */
export function SkeletonSky({ label }: { label: string }) {
  return (
    <div role="status" className={css.sky}>
      <VisuallyHidden>{label}</VisuallyHidden>
      <SkeletonBar width={4} height="s" isOnSky />
      <SkeletonBar width={6} height="l" isOnSky />
      <SkeletonBar width={10} height="m" isOnSky />
    </div>
  );
}
