// What an answer holds beyond its contract. A schema of the contract lets more through in silence;
// nothing more may be sent.
import * as v from 'valibot';

type Any = v.GenericSchema & {
  entries?: Record<string, Any>;
  item?: Any;
  items?: Any[];
  wrapped?: Any;
  options?: Any[];
  value?: Any;
};

/**
 * The paths of everything in a value that is not in its schema; '(whole)' if the value is of
 * another type.
 */
export function extraFieldsIn(schema: v.GenericSchema, value: unknown): string[] {
  return v.is(schema, value) ? beyond(schema as Any, value, '') : ['(whole)'];
}

function beyond(schema: Any, value: unknown, at: string): string[] {
  if (value === null || typeof value !== 'object') return [];
  const { entries, item, items, wrapped, options } = schema;
  if (wrapped) return beyond(wrapped, value, at);
  if (options)
    return nearest(options.filter((one) => v.is(one, value)).map((one) => beyond(one, value, at)));
  if (Array.isArray(value)) {
    const of = (nth: number) => items?.[nth] ?? item;
    return value.flatMap((one, nth) => inside(of(nth), one, `${at}[]`));
  }
  if (schema.type === 'record')
    return Object.values(value).flatMap((one) => inside(schema.value, one, `${at}.*`));
  return Object.entries(value).flatMap(([key, one]) =>
    inside(entries && Object.hasOwn(entries, key) ? entries[key] : undefined, one, `${at}.${key}`),
  );
}

function inside(schema: Any | undefined, value: unknown, at: string): string[] {
  return schema ? beyond(schema, value, at) : [at];
}

/** Of several ways to read a value, the one that leaves least. */
function nearest(ways: string[][]): string[] {
  return ways.sort((a, b) => a.length - b.length)[0] ?? [];
}
