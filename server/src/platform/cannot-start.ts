/**
 * A startup failure whose cause a person can fix. Entry points print its message without a stack
 * trace and exit with 1.
 */
export class CannotStart extends Error {}

/**
 * Calls each function and returns their results by name.
 * @throws CannotStart with the messages of all failing functions, one per line
 */
export function allOrRefuse<T extends Record<string, () => unknown>>(
  parts: T,
): { [N in keyof T]: ReturnType<T[N]> } {
  const sentences = new Set<string>();
  const results: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(parts))
    try {
      results[name] = part();
    } catch (error) {
      if (!(error instanceof CannotStart)) throw error;
      for (const sentence of error.message.split('\n')) sentences.add(sentence);
    }
  if (sentences.size > 0) throw new CannotStart([...sentences].join('\n'));
  return results as { [N in keyof T]: ReturnType<T[N]> };
}
