import { classes } from './classes.ts';
import { each } from './each.ts';
import css from './Skeleton.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type BoneProps = {
  /** The width in tenths of the available width, or `amount` for a figure's width. */
  width?: 3 | 4 | 5 | 6 | 8 | 10 | 'amount';
  /** `xs` 12 px, `s` 16, `m` 20, `l` 40 (a figure), `xl` 120 (a picture). */
  height?: 'xs' | 's' | 'm' | 'l' | 'xl';
  isOnSky?: boolean;
};

/** A grey bar in place of text that is loading. */
export function SkeletonBar({ width = 10, height = 's', isOnSky }: BoneProps) {
  return (
    <span
      className={classes(css.bone, css[`w${width}`], css[`h${height}`], isOnSky && css.onSky)}
      aria-hidden="true"
    />
  );
}

/** Rows of a list while it loads. `label` is read out once ("Loading your loans"). */
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

/** A card of some lines while it loads. */
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

/** A figure and a line on the sky while they load. */
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
