// Fills a compiled text with its values: what Lingui's compiler makes of a PO entry is drawn here, in the few shapes that our texts have.
// web/words.test.ts compares every text of every language with Lingui's own runtime.

type Part = string | [name: string, kind?: string, cases?: Record<string, Compiled>];
/** A text as the build compiles it: itself, or its parts in order. */
export type Compiled = string | readonly Part[];
export type Messages = Record<string, Compiled>;
type Values = Record<string, string | number> | undefined;

/** The text in a language (a BCP 47 tag), with plurals chosen and values filled in; a value that is not given leaves nothing behind. */
export function fill(text: Compiled, locale: string, values: Values, counted?: number): string {
  if (typeof text === 'string') return text;
  return text
    .map((part) => {
      if (part === '#' && counted !== undefined) return new Intl.NumberFormat([locale, 'en']).format(counted);
      if (typeof part === 'string') return part;
      const [name, kind, cases] = part;
      const value = values?.[name] ?? '';
      if (kind !== 'plural' || !cases) return value;
      const count = Number(value);
      const chosen = cases[count] ?? cases[new Intl.PluralRules([locale, 'en']).select(count)] ?? cases.other ?? '';
      return fill(chosen, locale, values, count);
    })
    .join('');
}
