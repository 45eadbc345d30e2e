// The languages of the product. The types of the message catalogues in client and server derive
// from this list.

/** English is the default (spec §1). */
export const locales = ['en', 'fil', 'vi', 'zh'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'en';

/** Each language's own name, as the language sheet shows it. */
export const localeNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  fil: 'Filipino',
  vi: 'Tiếng Việt',
  zh: '中文',
};

/**
 * Returns the language for an X-Local header, a stored locale or a browser's tag such as 'fil-PH'
 * or 'en_US'. Older phones send 'tl' (Tagalog) for Filipino. Unknown and missing tags yield the
 * default.
 */
export function localeFrom(tag: string | null | undefined): Locale {
  const language = (tag ?? '').trim().toLowerCase().split(/[-_]/)[0];
  return (
    locales.find((locale) => locale === language) ?? (language === 'tl' ? 'fil' : defaultLocale)
  );
}
