// Finds a field in a schema by its path: 'facts.serviceFeeBps', 'cards[].cardNo'. Wrappers (nullable, optional, pipe) are looked through,
// and of a variant any option may have the field.

type Part = {
  entries?: Record<string, unknown>;
  item?: unknown;
  wrapped?: unknown;
  pipe?: readonly unknown[];
  options?: readonly unknown[];
};

/** Whether the schema has the field. */
export function hasField(schema: unknown, field: string): boolean {
  return walk(schema, field.replaceAll('[]', '.[]').split('.').filter(Boolean));
}

function walk(schema: unknown, steps: readonly string[]): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const [step, ...rest] = steps;
  if (step === undefined) return true;
  const { entries, item, wrapped, pipe, options } = schema as Part;
  if (pipe && walk({ ...schema, pipe: undefined }, steps)) return true;
  if (step === '[]' && item) return walk(item, rest);
  if (entries && Object.hasOwn(entries, step)) return walk(entries[step], rest);
  if (wrapped) return walk(wrapped, steps);
  return (pipe ?? []).slice(0, 1).some((one) => one !== schema && walk(one, steps)) || (options ?? []).some((one) => walk(one, steps));
}
