/** Where the arc lies on the 360 × 232 drawing: its centre, radius, and the angles of its ends, in degrees from the right over the top. */
export const arc = { x: 180, y: 172, radius: 140, from: 176, to: 4 } as const;

/** A point of the arc; `share` 0 is the left end, 1 the right. */
export function pointAt(share: number): { x: number; y: number } {
  const angle = (angleAt(share) * Math.PI) / 180;
  return { x: round(arc.x + arc.radius * Math.cos(angle)), y: round(arc.y - arc.radius * Math.sin(angle)) };
}

/** The arc between two shares as an SVG path, from the left to the right over the top. */
export function pathBetween(from: number, to: number): string {
  const start = pointAt(from);
  const end = pointAt(to);
  return `M${start.x} ${start.y}A${arc.radius} ${arc.radius} 0 0 1 ${end.x} ${end.y}`;
}

/** Degrees between two shares. */
export function degreesBetween(from: number, to: number): number {
  return round(angleAt(from) - angleAt(to));
}

function angleAt(share: number): number {
  return arc.from - Math.min(1, Math.max(0, share)) * (arc.from - arc.to);
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
