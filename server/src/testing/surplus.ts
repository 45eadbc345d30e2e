// Finds fields in a response that its contract lacks, which the contract's schema would ignore.
import * as v from 'valibot';

type Any = v.GenericSchema & {
  entries?: Record<string, Any>;
  item?: Any;
  items?: Any[];
  wrapped?: Any;
  options?: Any[];
  value?: Any;
};

/** Returns the paths of extra values, or '(whole)' if the value does not match the schema. */
export function extraFieldsIn(schema: v.GenericSchema, value: unknown): string[] {
  return v.is(schema, value) ? extraPaths(schema as Any, value, '') : ['(whole)'];
}

function extraPaths(schema: Any, value: unknown, at: string): string[] {
  if (value === null || typeof value !== 'object') return [];
  const { entries, item, items, wrapped, options } = schema;
  if (wrapped) return extraPaths(wrapped, value, at);
  if (options)
    return fewestPaths(
      options
        .filter((option) => v.is(option, value))
        .map((option) => extraPaths(option, value, at)),
    );
  if (Array.isArray(value)) {
    const schemaOf = (nth: number) => items?.[nth] ?? item;
    return value.flatMap((child, nth) => extraPathsIn(schemaOf(nth), child, `${at}[]`));
  }
  if (schema.type === 'record')
    return Object.values(value).flatMap((child) => extraPathsIn(schema.value, child, `${at}.*`));
  return Object.entries(value).flatMap(([key, child]) =>
    extraPathsIn(
      entries && Object.hasOwn(entries, key) ? entries[key] : undefined,
      child,
      `${at}.${key}`,
    ),
  );
}

function extraPathsIn(schema: Any | undefined, value: unknown, at: string): string[] {
  return schema ? extraPaths(schema, value, at) : [at];
}

function fewestPaths(ways: string[][]): string[] {
  return ways.sort((a, b) => a.length - b.length)[0] ?? [];
}
