// The languages of the product. This is the one list: catalogues on both sides are typed by it.

/** English is the default (spec §1). */
export const locales = ['en', 'fil', 'vi', 'zh'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'en';

/** Each language by its own name, as the language sheet shows it. */
export const localeNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  fil: 'Filipino',
  vi: 'Tiếng Việt',
  zh: '中文',
};

/**
 * The language that fits what somebody asked for: an X-Local header, a stored locale or a browser's
 * language tag such as 'fil-PH' or 'en_US'. 'tl' (Tagalog) is what older phones call Filipino.
 * Unknown and missing tags give the default.
 */
export function localeFrom(tag: string | null | undefined): Locale {
  const language = (tag ?? '').trim().toLowerCase().split(/[-_]/)[0];
  return (
    locales.find((locale) => locale === language) ?? (language === 'tl' ? 'fil' : defaultLocale)
  );
}
