// A document's hash covers every byte except its code, and only one code fits in the code's place.
import { createHash, createSecretKey } from 'node:crypto';
import { asDay } from '@sandali/contract/day.ts';
import {
  bytesWithoutCode,
  drawnPaperCode,
  findPaperCode,
  paperCodeText,
  readPaperCode,
  signedText,
} from '@sandali/contract/paperCode.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { createSealer } from '#/platform/seal.ts';
import { printCertified } from './certified.ts';
import { textOfPdf } from './testing.ts';

const sealer = createSealer(createSecretKey(Buffer.alloc(32, 7)));
const sign = (words: string) => sealer.sign('paper', words).toString('hex');
const of = { kind: 'receipt', on: asDay('2026-11-20'), sign } as const;

const printed = (rows: number, value = '₱20,000.00') =>
  printCertified(
    {
      ...{
        language: 'en',
        title: 'Payment receipt',
        subtitle: 'Made on 20 Nov 2026',
        about: '',
        pageWord: 'Page',
        noneWord: 'Nothing',
      },
      certificate: { title: 'Is this document genuine?', words: 'Anyone can check it.' },
      sections: [
        {
          title: null,
          blocks: Array.from({ length: rows }, (_, at) => ({
            heading: null,
            rows: [[`row ${at}`, value]],
          })),
        },
      ],
    },
    { ...of, turn: { lane: 'paper', key: '' } },
  );

const hashOf = (file: Uint8Array) => {
  const place = findPaperCode(file);
  return (
    place && {
      code: place.code,
      hash: createHash('sha256').update(bytesWithoutCode(file, place)).digest('hex'),
    }
  );
};

slow.each([1, 30, 60, 150])(
  'a document with %i rows ends with a code that signs its bytes',
  async (rows) => {
    const file = await printed(rows);
    const { code, hash } = hashOf(file) ?? {};
    expect(code?.hash).toBe(hash);
    expect(
      code && sealer.isSigned('paper', signedText(code), Buffer.from(code.signature, 'hex')),
    ).toBe(true);
    const text = textOfPdf(file);
    expect(text).toContain(`row${rows - 1}₱20,000.00`);
    expect(code && text.endsWith(paperCodeText(code).replace(/\s/g, ''))).toBe(true);
  },
);

test('equal documents have equal files and codes', async () => {
  const [first, second, otherAmount] = [
    await printed(2),
    await printed(2),
    await printed(2, '₱20,000.01'),
  ];
  expect(first.equals(second)).toBe(true);
  expect(hashOf(otherAmount)?.code.hash).not.toBe(hashOf(first)?.code.hash);
});

test('changing, adding or removing any byte outside the code changes the hash', async () => {
  const file = await printed(1);
  const { start, end } = findPaperCode(file) ?? expect.unreachable();
  for (let at = 0; at < file.length; at += 97) {
    if (at >= start && at < end) continue;
    const changed = Buffer.from(file);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const result = hashOf(changed);
    expect(result === null || result.hash !== result.code.hash).toBe(true);
  }
  for (const altered of [
    Buffer.concat([file, Buffer.from('\n')]),
    file.subarray(0, -1),
    Buffer.concat([Buffer.from(' '), file]),
  ]) {
    const result = hashOf(altered);
    expect(result && result.hash !== result.code.hash).toBe(true);
  }
});

test('a document verifies only with its own code, and only in the code’s place', async () => {
  const file = (await printed(1)).toString('latin1');
  const { code, start, end } = findPaperCode(Buffer.from(file, 'latin1')) ?? expect.unreachable();
  const drawn = drawnPaperCode(code);
  const withDrawn = (other: string) =>
    Buffer.from(file.slice(0, start) + other + file.slice(end), 'latin1');
  expect(findPaperCode(withDrawn(drawn.replace(') Tj', ') Tj 1 0 0 rg (x) Tj')))).toBeNull();
  expect(findPaperCode(withDrawn(drawn.replace(/ /, '')))).toBeNull();
  expect(findPaperCode(withDrawn(drawn.replace(/([\da-f]) /, ' $1')))).toBeNull();
  expect(findPaperCode(withDrawn(drawn.toUpperCase()))).toBeNull();
  expect(findPaperCode(withDrawn(drawn.replace('2026-11-20', '2026-02-30')))).toBeNull();
  expect(findPaperCode(withDrawn(drawn.replace('receipt', 'payslip')))).toBeNull();
  expect(findPaperCode(withDrawn(drawn + drawn))).toBeNull();
  expect(findPaperCode(withDrawn(''))).toBeNull();
  const moved = Buffer.from(file.slice(0, start) + file.slice(end) + drawn, 'latin1');
  expect(hashOf(moved)?.hash).not.toBe(code.hash);
});

test('reads a complete code with any white space, but not an incomplete code', async () => {
  const { code } = hashOf(await printed(1)) ?? expect.unreachable();
  const text = paperCodeText(code);
  for (const pasted of [
    text,
    text.replace(/\s/g, ''),
    ` ${text.toUpperCase()}\r\n`,
    `Is it?\n${text}\nPage 1 / 1`,
    text.replaceAll(' ', '\u00a0'),
  ])
    expect(readPaperCode(pasted)).toEqual(code);
  for (const part of [
    '',
    'SANDALI',
    text.slice(0, -1),
    text.slice(1),
    text.replace('SANDALI-1', 'SANDALI-2'),
    text.split('\n')[1] ?? '',
  ])
    expect(readPaperCode(part)).toBeNull();
});
