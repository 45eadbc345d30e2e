// Bodies with one place changed, for tests that try what nobody should send.

type Path = (string | number)[];
const isBranch = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object';

/** The paths of a body's objects, its own first. */
export function inner(value: unknown, path: Path = []): Path[] {
  if (!isBranch(value)) return [];
  const below = Object.entries(value).flatMap(([key, one]) => inner(one, [...path, key]));
  return Array.isArray(value) ? below : [path, ...below];
}

/** The paths of everything in a body, and of the body itself. */
export function leaves(value: unknown, path: Path = []): Path[] {
  return [
    path,
    ...(isBranch(value)
      ? Object.entries(value).flatMap(([key, one]) => leaves(one, [...path, key]))
      : []),
  ];
}

/** A copy with one place changed. */
export function changed(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = structuredClone(body) as Record<string | number, unknown>;
  copy[key] = changed(copy[key], rest, value);
  return copy;
}
