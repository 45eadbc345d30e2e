// The borrower's app's own texts in its four languages, for previews.
import { type Locale, locales } from '@sandali/contract/locale.ts';
import { readPo } from './po.ts';

const files = import.meta.glob<string>('../../../web/src/i18n/*/*.po', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The texts by id, by language. */
export type AppTexts = Readonly<Record<Locale, ReadonlyMap<string, string>>>;

export const appTexts: AppTexts = Object.fromEntries(
  locales.map((locale) => [
    locale,
    new Map(
      Object.entries(files)
        .filter(([path]) => path.includes(`/i18n/${locale}/`))
        .flatMap(([, text]) => [...readPo(text)]),
    ),
  ]),
) as unknown as AppTexts;
