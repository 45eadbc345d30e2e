// Tests the agreements that borrowers accept: a version always means the same text, and all
// languages have the same sections.
import { createHash } from 'node:crypto';
import { agreementVersions, isAgreementVersion } from '@sandali/contract/agreement-versions.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { asDay } from '@sandali/contract/day.ts';
import { type Locale, locales } from '@sandali/contract/locale.ts';
import { expect, test } from 'vitest';
import { readTexts } from './ids.ts';
import { blocksOf } from './src/screens/legal/LegalView.tsx';
import { privacySections } from './src/screens/legal/PrivacyPolicy.tsx';
import { serviceSections } from './src/screens/legal/ServiceAgreement.tsx';

const documents = [
  { name: 'service', summary: 'service.summary', sections: serviceSections },
  { name: 'privacy', summary: 'privacy.summary', sections: privacySections },
] as const;

/** Returns an agreement's texts by id, in catalog order. */
const textsOf = (locale: Locale, name: string) =>
  new Map([...readTexts(locale, 'legal')].filter(([id]) => id.startsWith(`${name}.`)));

test('the newest agreement version is the hash of the current texts', () => {
  const hash = createHash('sha256');
  for (const locale of locales) {
    for (const { name } of documents)
      for (const [id, text] of textsOf(locale, name)) hash.update(`${locale} ${id}\n${text}\n`);
  }
  expect(agreementVersions.at(-1)).toMatchObject({
    version: agreementVersion,
    textHash: hash.digest('hex'),
  });
});

test('agreement versions are unique and sorted by date', () => {
  const days = agreementVersions.map(({ startsOn }) => asDay(startsOn));
  expect(days).toEqual(days.toSorted());
  expect(new Set(agreementVersions.map(({ version }) => version)).size).toBe(
    agreementVersions.length,
  );
  expect(isAgreementVersion(agreementVersion)).toBe(true);
  expect(isAgreementVersion('2020-01')).toBe(false);
});

test.each(documents)(
  'in every language, $name has the same sections with the same paragraphs and points',
  ({ name, summary, sections }) => {
    const ids = [summary, ...sections.flatMap(({ title, words }) => [title, words])];
    const shape = (words = '') =>
      blocksOf(words).map((block) => (block.kind === 'list' ? block.items.length : 'words'));
    const english = textsOf('en', name);
    expect([...english.keys()]).toEqual(ids);
    for (const locale of locales) {
      const texts = textsOf(locale, name);
      expect([...texts.keys()], locale).toEqual(ids);
      for (const id of ids)
        expect(shape(texts.get(id)), `${locale} ${id}`).toEqual(shape(english.get(id)));
    }
  },
);

test('in an agreement, each line is a paragraph, and consecutive points form one list', () => {
  expect(blocksOf('Before:\n- one\n- two\nAfter')).toEqual([
    { kind: 'words', words: 'Before:' },
    { kind: 'list', items: ['one', 'two'] },
    { kind: 'words', words: 'After' },
  ]);
});
