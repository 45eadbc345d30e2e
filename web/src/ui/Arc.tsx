import type { ReactNode } from 'react';
import css from './Arc.module.css';
import { Glints } from './Glints.tsx';

export type ArcProps = {
  /** The sun's position: 0 at the left end, 1 at the right. */
  value: number;
  /** Where the lit part starts; 0 by default. Any other start has a small dot. */
  from?: number;
  /** Whether the bill is overdue. The sun is then on the horizon, and nothing is lit. */
  isSet?: boolean;
  /** The text inside the arc: the figure, with a line above and a line below it. */
  children: ReactNode;
};

/**
 * The credit line drawn as the sun's path over a calm sea. Screen readers skip the drawing, because
 * the text inside says the same. Used on `Sky`.
 */
export function Arc({ value, from = 0, isSet, children }: ArcProps) {
  const sun = pointAt(value);
  const start = pointAt(from);
  const swept = degreesBetween(from, value);
  const sunX = isSet ? 314.5 : sun.x;
  return (
    <div className={css.arc}>
      <svg className={css.picture} viewBox="0 0 360 232" aria-hidden="true" focusable="false">
        {[176, 214, 254, 296].map((radius, at) => (
          <circle
            key={radius}
            className={css.ring}
            cx={arc.x}
            cy={arc.y}
            r={radius}
            strokeWidth="1"
            opacity={[0.7, 0.5, 0.34, 0.2][at]}
          />
        ))}
        <path className={css.ring} d={pathBetween(0, 1)} strokeWidth="10" strokeLinecap="round" />
        {!isSet && swept > 0 && (
          <path className={css.lit} d={pathBetween(from, value)} strokeWidth="10" />
        )}
        {isSet && <path className={css.sun} d="M292.5 196a22 22 0 0 1 44 0z" />}
        {!isSet && from > 0 && (
          <circle className={css.mark} cx={start.x} cy={start.y} r="8" strokeWidth="4" />
        )}
        {!isSet && <circle className={css.sun} cx={sun.x} cy={sun.y} r="13" strokeWidth="5" />}
        <path className={css.sea} d="M0 196h360v36H0z" />
        <Glints x={sunX} y={205} gap={7} width={18} />
      </svg>
      <div className={css.words}>{children}</div>
    </div>
  );
}

/** Geometry of the 360 × 232 drawing: centre, radius, and the angles of both ends in degrees. */
const arc = { x: 180, y: 172, radius: 140, from: 176, to: 4 } as const;

/** Returns a point on the arc. `share` is 0 at the left end, 1 at the right. */
export function pointAt(share: number): { x: number; y: number } {
  const angle = (angleAt(share) * Math.PI) / 180;
  return {
    x: round(arc.x + arc.radius * Math.cos(angle)),
    y: round(arc.y - arc.radius * Math.sin(angle)),
  };
}

/** Returns the SVG path of the arc between two shares, from left to right over the top. */
export function pathBetween(from: number, to: number): string {
  const start = pointAt(from);
  const end = pointAt(to);
  return `M${start.x} ${start.y}A${arc.radius} ${arc.radius} 0 0 1 ${end.x} ${end.y}`;
}

/** Returns the angle between two shares in degrees. */
export function degreesBetween(from: number, to: number): number {
  return round(angleAt(from) - angleAt(to));
}

function angleAt(share: number): number {
  return arc.from - Math.min(1, Math.max(0, share)) * (arc.from - arc.to);
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
