import { classes } from './classes.ts';
import css from './DueLine.module.css';
import { each } from './each.ts';
import { percentOf } from './share.ts';

export type DueLineProps = {
  /**
   * Days until each due date, negative if overdue. `label` is shown below if there is room ("22",
   * "1 Dec").
   */
  dues: readonly { inDays: number; label: string }[];
  todayLabel: string;
  /** The whole line as a sentence: "Due dates: 18 November overdue, 22 November, 1 December". */
  label: string;
};

/**
 * Due dates along the horizon: the sun marks today, and overdue dates are red. Use it inside `Sky`.
 */
export function DueLine({ dues, todayLabel, label }: DueLineProps) {
  const days = dues.map((due) => due.inDays);
  const first = Math.min(-2, ...days) - 1;
  const last = Math.max(12, ...days) + 1;
  const at = (inDays: number) =>
    Math.round(percentOf(inDays - first, last - first) * 3.28 * 10) / 10;
  const ticks = Array.from(
    { length: last - first + 1 },
    (_, day) => `M${at(first + day)} 42v4`,
  ).join('');
  let room = at(0) + 24;
  return (
    <svg className={css.line} viewBox="0 0 328 64" role="img" aria-label={label}>
      <path className={css.ground} d={`M0 42h328${ticks}`} />
      <path className={css.sun} d={`M${at(0) - 12} 42a12 12 0 0 1 24 0z`} />
      <text className={css.today} x={Math.max(16, at(0))} y="61">
        {todayLabel}
      </text>
      {each(dues, (due, index) => {
        const x = at(due.inDays);
        const hasRoom = due.inDays < 0 ? index === 0 && x < at(0) - 26 : x - 14 > room && x < 316;
        if (hasRoom && due.inDays > 0) room = x + 14;
        return (
          <g className={classes(css.due, due.inDays < 0 && css.late)}>
            <path d={`M${x} 42V16`} />
            <circle cx={x} cy="14" r="6" />
            {hasRoom && (
              <text x={x} y="61">
                {due.label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
