// Tests that every text field of every call is normalised before it is validated.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { requestsOf } from '#/testing/good-requests.ts';
import { changed, leaves } from '#/testing/mutate.ts';

const nobodys = '01a1f6ad-aea0-754b-9359-b9c9fcc80620';
const requests = requestsOf({
  phone: '+639175557101',
  amountCentavos: 6_000_000,
  walletId: nobodys,
  nobodys,
});
const at = (body: unknown, path: readonly (string | number)[]) =>
  path.reduce((part, key) => (part as Record<string, unknown>)[key], body);

/** Characters that look like a space or are invisible. */
const unseen = {
  space: ['\t', '\u00a0', '\u2009', '\u3000'],
  nothing: ['\u200b', '\u200e', '\u202e', '\u2066', '\ufeff', '\u0000', '\u00ad'],
};
const words =
  /(^|\.)(name|firstName|middleName|lastName|birthPlace|nationality|address|employer|position|words|ownerName|accountName|describe|reference)$/;

const fields = [...requests].flatMap(([call, good]) =>
  leaves(good)
    .filter((path) => typeof at(good, path) === 'string' && !/password/i.test(String(path.at(-1))))
    .map((path) => ({ call, good, path, name: `${call.path} ${path.join('.')}` })),
);

test.each(fields)(
  '$name normalises invisible characters, or is named in the refusal',
  ({ call, good, path }) => {
    const text = String(at(good, path));
    const middle = Math.max(1, Math.floor(text.length / 2));
    const put = (between: string) =>
      changed(good, path, `${text.slice(0, middle)}${between}${text.slice(middle)}`);
    for (const [seenAs, signs] of [
      [' ', unseen.space],
      ['', unseen.nothing],
    ] as const) {
      const clean = v.safeParse(call.request, put(seenAs));
      for (const sign of signs) {
        const read = v.safeParse(call.request, put(sign));
        const isOfWords = words.test(path.join('.'));
        if (isOfWords)
          expect([sign, read.success, read.output]).toEqual([sign, clean.success, clean.output]);
        const named = read.issues?.map((issue) => v.getDotPath(issue) ?? '');
        if (named) expect(named.some((field) => field.startsWith(String(path[0])))).toBe(true);
      }
    }
  },
);

test('treats composed and decomposed accents as the same letter', () => {
  const composed = fields.filter(({ path }) => /(lastName|address|words)$/.test(path.join('.')));
  expect(composed.length).toBeGreaterThan(4);
  for (const { call, good, path } of composed) {
    const [apart, together] = ['Pen\u0303a', 'Peña'].map((text) =>
      v.parse(call.request, changed(good, path, text)),
    );
    expect(apart).toEqual(together);
  }
});

const places = [...requests].flatMap(([call, good]) =>
  leaves(good)
    .filter((path) => path.length > 0)
    .map((path) => ({ call, good, path, name: `${call.path} ${path.join('.')}` })),
);

test.each(places)('a refusal of $name names the field', ({ call, good, path }) => {
  for (const bad of [null, '', '\u0000', 'x'.repeat(20_000), {}, -1]) {
    const { issues } = v.safeParse(call.request, changed(good, path, bad));
    if (issues)
      expect(issues.map((issue) => String(v.getDotPath(issue) ?? '').split('.')[0])).toContain(
        String(path[0]),
      );
  }
});
