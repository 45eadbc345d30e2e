// Tests that form fields accept exactly the letters that documents can show.

import { typedContact, typedPersonal, typedWork } from '@sandali/contract/credit.ts';
import { drawableText, undrawnInMessage, undrawnLetters } from '@sandali/contract/paperLetters.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { zRequestWords } from '@sandali/contract/text.ts';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { table } from '#/texts/generated/table.ts';
import { lettersOfFonts } from './fonts.testing.ts';
import { printPaper } from './paper.ts';
import { hasMissingGlyph, textOfPdf } from './testing.ts';

const fonts = lettersOfFonts();
const everyLetter = Array.from({ length: 0x110000 }, (_, at) => at).filter(
  (at) => at < 0xd800 || at > 0xdfff,
);
const plain = /[^\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
const drawable = everyLetter.filter(
  (at) =>
    plain.test(String.fromCodePoint(at)) && undrawnLetters(String.fromCodePoint(at)).length === 0,
);

const printed = (values: string[]) =>
  printPaper(
    {
      ...{
        language: 'en',
        title: 'Letters',
        subtitle: '',
        about: '',
        pageWord: 'Page',
        noneWord: '',
      },
      sections: [
        {
          title: null,
          blocks: [{ heading: null, rows: values.map((value) => ['L', value] as const) }],
        },
      ],
    },
    { lane: 'paper', key: '' },
  );

test('the documents’ fonts contain every letter that form fields accept', () => {
  expect(drawable.length).toBeGreaterThan(29_000);
  expect(drawable.filter((at) => !fonts.has(at)).map((at) => at.toString(16))).toEqual([]);
});

test('fields accept ñ, Vietnamese, Chinese, a peso sign, dashes and quotes', () => {
  for (const text of [
    'Ñañez-Peña',
    'Nguyễn Thị Ở',
    '陈小龙',
    'ひらがな',
    'Zamboanga “Sur” – №1, 50 % · ₱1',
    'Москва',
  ])
    expect([text, undrawnLetters(text)]).toEqual([text, []]);
});

const oneOf = (letters: readonly number[]) =>
  fc.nat(letters.length - 1).map((at) => String.fromCodePoint(letters[at] as number));
const foreign = ['가', 'ก', 'ا', 'ש', 'ᜀ', '𠀀', '😀'];

/** The accepted letters without combining marks, which join the previous letter. */
const alone = drawable.filter((at) => !/\p{M}/u.test(String.fromCodePoint(at)));

slow('a document shows each accepted letter, and the code point of any other letter', async () => {
  const texts = fc.array(fc.array(oneOf(alone), { minLength: 20, maxLength: 20 }), {
    minLength: 20,
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(texts, async (samples) => {
      const pdf = await printed([...samples.map((letters) => letters.join(' ')), ...foreign]);
      expect(hasMissingGlyph(pdf)).toBe(false);
      const text = textOfPdf(pdf);
      const folded = text.normalize('NFKC');
      const isShown = (letter: string) =>
        text.includes(letter) || folded.includes(letter.normalize('NFKC'));
      expect(samples.flat().filter((letter) => !isShown(letter))).toEqual([]);
      for (const letter of foreign) expect(text).toContain(drawableText(letter));
    }),
    { numRuns: 3, endOnFailure: true },
  );
  expect(drawableText('Kim 김\u0000')).toBe('Kim [U+AE40][U+0000]');
});

slow('the error message for a text names each refused letter only once', () => {
  const known = new Set(drawable);
  const refused = everyLetter.filter(
    (at) => !known.has(at) && plain.test(String.fromCodePoint(at)),
  );
  fc.assert(
    fc.property(
      oneOf(refused),
      (letter) => undrawnLetters(`Kim ${letter}${letter}`).join() === letter,
    ),
  );
  expect(undrawnLetters('김치 김, ภาษา')).toEqual(['김', '치', 'ภ', 'า', 'ษ']);
});

test('refuses excessively stacked marks, but accepts the marks of real languages', () => {
  expect(undrawnLetters(`a${'\u0301'.repeat(300)}b`)).toEqual([`a${'\u0301'.repeat(4)}`]);
  expect(undrawnLetters('x\u0303\u0323y')).toEqual([]);
});

test('each form field that is printed on documents names its refused letters', () => {
  const texts = {
    ...typedPersonal.entries,
    ...typedWork.entries,
    contact: typedContact.entries.name,
  };
  for (const name of [
    'lastName',
    'firstName',
    'middleName',
    'birthPlace',
    'nationality',
    'address',
    'employer',
    'position',
    'contact',
  ] as const)
    expect([
      name,
      v.safeParse(texts[name], 'Kim 김').issues?.map(({ message }) => message),
    ]).toEqual([name, ['letters']]);
});

test('messages may contain emoji, which documents show as code points', () => {
  const words = 'Salamat po 🙏🏽 👩‍👩‍👧 ❤️ 1️⃣ 🇵🇭!';
  expect(v.parse(zRequestWords, words)).toBe(words);
  expect(drawableText('Salamat 🙏🏽')).toBe('Salamat [U+1F64F][U+1F3FD]');
  expect(undrawnInMessage('감사 🙏')).toEqual(['감', '사']);
});

test('documents show all characters of our own texts', () => {
  const texts = JSON.stringify(table);
  expect(undrawnLetters(texts)).toEqual([]);
});
