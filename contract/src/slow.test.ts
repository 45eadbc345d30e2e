import * as v from 'valibot';
import { expect, test } from 'vitest';
import { allCalls } from './all.ts';

type Any = v.GenericSchema & {
  entries?: Record<string, Any>;
  item?: Any;
  items?: Any[];
  wrapped?: Any;
  options?: Any[];
};

/** Returns all text schemas within a schema, with their paths. */
function textsOf(schema: Any, at: string): { at: string; schema: Any }[] {
  if (schema.entries)
    return Object.entries(schema.entries).flatMap(([name, entry]) =>
      textsOf(entry, `${at}.${name}`),
    );
  if (schema.item) return textsOf(schema.item, `${at}[]`);
  if (schema.wrapped) return textsOf(schema.wrapped, at);
  const several = schema.items ?? (schema.type === 'picklist' ? undefined : schema.options);
  if (several) return several.flatMap((option) => textsOf(option, at));
  return schema.type === 'string' ? [{ at, schema }] : [];
}

/**
 * Texts that make a backtracking pattern slow: many repetitions, with an end that does not match.
 */
const longTexts = [
  'a',
  ' ',
  '0',
  '-',
  '+63 ',
  'a.',
  "a'",
  'á',
  'a\u0301',
  '=',
  '/',
  'https://facebook.com/',
  '2026-01-01',
  'A1',
].map((part) => `${part.repeat(Math.ceil(100_000 / part.length))}!`);

test('every text field validates 100,000 characters within 50 ms', () => {
  const fields = allCalls.flatMap((call) => textsOf(call.request as Any, call.path));
  expect(fields.length).toBeGreaterThan(80);
  for (const { at, schema } of fields) {
    for (const text of longTexts) {
      // The minimum CPU time of up to ten runs excludes garbage collection and other work.
      let tookMs = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 10 && tookMs >= 50; run += 1) {
        const from = process.cpuUsage();
        v.safeParse(schema, text);
        const { user, system } = process.cpuUsage(from);
        tookMs = Math.min(tookMs, (user + system) / 1000);
      }
      expect(tookMs, `${at} ${text.slice(0, 20)}`).toBeLessThan(50);
    }
  }
}, 60_000);
