import { slow } from '@sandali/contract/slow.testing.ts';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hasLetter, lettersPath } from './dot-font.ts';
import { watermark } from './watermark.ts';

const plain = async (width: number, height: number, background = '#888') =>
  await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .toBuffer();

test('every character of staff names, ids and times has a distinct shape', () => {
  const signs = [...'abcdefghijklmnopqrstuvwxyz0123456789.-:@_ '];
  expect(signs.filter((sign) => !hasLetter(sign))).toEqual([]);
  const drawn = signs.map((sign) => lettersPath(sign));
  expect(new Set(drawn).size).toBe(signs.length);
  expect(lettersPath('ñ')).toBe(lettersPath('é')); // both are drawn as the box
  expect(lettersPath('constructor')).toContain('M');
});

test('the SVG path of any text contains only drawing commands', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) =>
      /^(M\d+ \dh1v1h-1z)*$/.test(lettersPath(text)),
    ),
  );
});

slow.each([
  [1600, 1600],
  [1600, 40],
  [40, 1600],
  [3, 2],
  [1, 1],
])(
  'a watermarked picture of %i × %i retains its size and loses its metadata',
  async (width, height) => {
    const marked = await watermark(
      await plain(width, height),
      'somebody.with.a.long.name 9f3c01ab 2026-11-20 10:00',
    );
    const meta = await sharp(marked).metadata();
    expect([meta.format, meta.width, meta.height, meta.exif]).toEqual([
      'jpeg',
      width,
      height,
      undefined,
    ]);
  },
);

test.each(['#000', '#fff', '#888'])(
  'a watermark is visible on the colour %s and differs between names',
  async (background) => {
    const picture = await plain(400, 300, background);
    const [ana, ben] = await Promise.all(
      ['ana 1', 'ben 1'].map(
        async (text) =>
          await sharp(await watermark(picture, text))
            .greyscale()
            .raw()
            .toBuffer(),
      ),
    );
    const { min, max } = (
      await sharp(ana, { raw: { width: 400, height: 300, channels: 1 } }).stats()
    ).channels[0] ?? { min: 0, max: 0 };
    expect(max - min).toBeGreaterThan(60);
    expect(ana?.equals(ben ?? Buffer.alloc(0))).toBe(false);
  },
);
