// What a form's schema says about what stands in its fields, field by field.
import * as v from 'valibot';

/** Nothing is there yet, it is not right, it stands there twice, it is one's own, nobody is family. */
export type Problem = 'missing' | 'wrong' | 'twice' | 'own' | 'noFamily';

/** `problems` in the order of the page. `input` is there when there are none. */
export type Verdict<F extends string, I> = { input: I | null; problems: ReadonlyMap<F, Problem> };

/** Judges the fields by the call's own schema. The order of `fields` is the order of the page; an empty text counts as missing. */
export function judge<F extends string, I>(schema: v.GenericSchema<unknown, I>, fields: Readonly<Record<F, unknown>>): Verdict<F, I> {
  const parsed = v.safeParse(schema, fields);
  if (parsed.success) return { input: parsed.output, problems: new Map() };
  const faulty = new Set<unknown>(parsed.issues.map((issue) => issue.path?.[0]?.key));
  const names = (Object.keys(fields) as F[]).filter((name) => faulty.has(name));
  return { input: null, problems: new Map(names.map((name) => [name, isEmpty(fields[name]) ? 'missing' : 'wrong'])) };
}

/** How many fields are to be filled in yet, and how many to be put right. */
export function countProblems(problems: ReadonlyMap<string, Problem>): { missing: number; wrong: number } {
  const all = [...problems.values()];
  const missing = all.filter((problem) => problem === 'missing').length;
  return { missing, wrong: all.length - missing };
}

/** Text of an optional field for the wire: null where it is empty. */
export function orNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
