// Changes one value of a body, for tests of invalid requests.

type Path = (string | number)[];
const isBranch = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object';

/** Returns the paths of all objects in a body, starting with the body itself. */
export function inner(value: unknown, path: Path = []): Path[] {
  if (!isBranch(value)) return [];
  const below = Object.entries(value).flatMap(([key, child]) => inner(child, [...path, key]));
  return Array.isArray(value) ? below : [path, ...below];
}

/** Returns the paths of all values in a body, starting with the body itself. */
export function leaves(value: unknown, path: Path = []): Path[] {
  return [
    path,
    ...(isBranch(value)
      ? Object.entries(value).flatMap(([key, child]) => leaves(child, [...path, key]))
      : []),
  ];
}

/** Returns a copy with another value at a path. */
export function changed(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = structuredClone(body) as Record<string | number, unknown>;
  copy[key] = changed(copy[key], rest, value);
  return copy;
}
