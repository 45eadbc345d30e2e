// Tests that the figures in the agreements match the catalogues, legal rules and retention periods.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { locales } from '@sandali/contract/locale.ts';
import { expect, test } from 'vitest';
import { agesOf, reviewRulesOn } from '#/credit/review/rules.ts';
import { catalogues } from './catalogues.ts';
import { legalRules } from './legal-rules.ts';
import { complaintPicturesDays } from './retention.ts';

const folder = path.join(import.meta.dirname, '../../../web/src/i18n');

/**
 * Returns a section's text without spaces, because languages put different spaces around symbols.
 */
function words(locale: string, section: string, area: 'service' | 'privacy' = 'service'): string {
  const source = fs.readFileSync(path.join(folder, locale, 'legal.po'), 'utf8');
  const text =
    new RegExp(`^msgid "${area}\\.${section}\\.words"\\nmsgstr "(.*)"$`, 'm').exec(source)?.[1] ??
    '';
  return text.replace(/\s/g, '');
}

const percent = (bps: number) => `${String(bps / 100)}%`;
const pesos = (centavos: number) => `₱${String(centavos / 100)}`;

test.each(locales)('the service agreement in %s states the prices of every catalogue', (locale) => {
  for (const catalogue of catalogues) {
    const fees = catalogue.payoutChannels.map(({ feeCentavos }) => pesos(feeCentavos));
    const terms = catalogue.terms.flatMap(({ days, serviceFeeBps }) => [
      percent(serviceFeeBps),
      String(days),
    ]);
    for (const figure of [percent(catalogue.interestPerDayBps), ...terms, ...fees])
      expect(words(locale, 'price')).toContain(figure);
    for (const { days } of catalogue.terms) expect(words(locale, 'payout')).toContain(String(days));
    expect(words(locale, 'early')).toContain(pesos(catalogue.minimumPartialCentavos));
    expect(words(locale, 'late')).toContain(percent(catalogue.lateChargePerMonthBps));
  }
});

test.each(locales)(
  'the agreement in %s states the legal caps and the ages that the review accepts',
  (locale) => {
    for (const {
      growthPercentPerMonth,
      interestDivisorPerDay,
      lateChargePerMonthBps,
    } of legalRules) {
      const caps = [
        percent(10_000 / interestDivisorPerDay),
        percent((growthPercentPerMonth - 100) * 100),
        percent(lateChargePerMonthBps),
      ];
      for (const cap of [...caps, percent(10_000)]) expect(words(locale, 'caps')).toContain(cap);
    }
    const { least, most } = agesOf(reviewRulesOn(Temporal.PlainDate.from('2026-11-21')));
    for (const age of [least, most]) expect(words(locale, 'account')).toContain(String(age));
  },
);

test.each(locales)(
  'the privacy agreement in %s states the retention of receipts and the basis of messages',
  (locale) => {
    expect(words(locale, 'keeping', 'privacy')).toMatch(
      new RegExp(`(?<!\\d)${complaintPicturesDays}(?!\\d)`),
    );
    expect(words(locale, 'purposes', 'privacy')).toContain(locale === 'zh' ? '短信' : 'SMS');
    expect(words(locale, 'purposes', 'privacy')).toContain('11765');
  },
);
