import { locales } from '@sandali/contract/locale.ts';
import type { Config } from '@sandali/contract/settings.ts';

/**
 * The texts that the configuration puts over our own: the names of the chains of shops, the same in every language, over our words for what they are; and
 * over these the operator's own texts.
 */
export function configTexts({ chains, copyWritingMap }: Pick<Config, 'chains' | 'copyWritingMap'>): Config['copyWritingMap'] {
  const names = Object.entries(chains).flatMap(([channel, { name }]) => [
    [`loan.channel.${channel}`, name],
    [`repayment.channel.${channel}`, name],
  ]);
  return Object.fromEntries(locales.map((locale) => [locale, { ...Object.fromEntries(names), ...copyWritingMap[locale] }]));
}
