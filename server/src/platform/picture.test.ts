import { crc32 } from 'node:zlib';
import { slow } from '@sandali/contract/slow.testing.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { scansOf, twoHeads } from '#/testing/bad-pictures.ts';
import { somePhoto as plain } from '#/testing/some-photo.ts';
import { cleanPicture, pictureFault, pictureLimits } from './picture.ts';
import { readPictureHeader } from './picture-header.ts';
import { Refused } from './refuse.ts';

const turn = { lane: 'session', key: 'a borrower' } as const;
const jpeg = await plain(640, 480).jpeg().toBuffer();
const png = await plain(320, 240).png().toBuffer();
const clean = async (bytes: Buffer) => {
  const result = await cleanPicture(bytes, 'id', turn);
  if (typeof result === 'string') throw new Error(result);
  return result;
};

slow.each([
  ['jpeg', () => plain(641, 480).jpeg()],
  ['progressive jpeg', () => plain(641, 480).jpeg({ progressive: true })],
  ['png', () => plain(641, 480).png()],
  ['lossy webp', () => plain(641, 480).webp()],
  ['lossless webp', () => plain(641, 480).webp({ lossless: true })],
  ['webp with alpha', () => plain(641, 480).ensureAlpha(0.5).webp()],
])('reads a picture’s size from its header and returns a JPEG: %s', async (_, make) => {
  const bytes = await make().toBuffer();
  expect(readPictureHeader(bytes)).toMatchObject({ width: 641, height: 480 });
  const { jpeg: drawn, width, height } = await clean(bytes);
  expect([width, height]).toEqual([641, 480]);
  expect(readPictureHeader(drawn)).toMatchObject({ format: 'jpeg', width: 641, height: 480 });
});

slow('scales a large picture down to 1600 pixels', async () => {
  expect(await clean(await plain(3000, 1500).jpeg().toBuffer())).toMatchObject({
    width: 1600,
    height: 800,
  });
});

slow('a long screenshot that is uploaded as a receipt retains its width', async () => {
  const screenshot = await plain(1080, 10_000).png().toBuffer();
  expect(await cleanPicture(screenshot, 'receipt', turn)).toMatchObject({
    width: 1080,
    height: 10_000,
  });
  const longest = await cleanPicture(await plain(1080, 20_000).png().toBuffer(), 'receipt', turn);
  expect(longest).toMatchObject({ width: 805, height: 14_907 });
  expect(
    await cleanPicture(await plain(4000, 3000).jpeg().toBuffer(), 'receipt', turn),
  ).toMatchObject({
    width: 1600,
    height: 1200,
  });
});

test('refuses a panorama that is too narrow to read as an ID', async () => {
  const panorama = await sharp({
    create: { width: 4000, height: 400, channels: 3, background: '#777' },
  })
    .jpeg()
    .toBuffer();
  expect(await cleanPicture(panorama, 'id', turn)).toBe('pictureTooSmall');
  expect(await cleanPicture(panorama, 'receipt', turn)).toMatchObject({ width: 4000, height: 400 });
});

test('refuses a dark photo of an ID, however noisy', async () => {
  const photo = async (mean: number, share: number) => {
    const [width, height] = [800, 500];
    const pixels = Buffer.alloc(width * height);
    for (let at = 0; at < pixels.length; at++)
      pixels[at] = at < pixels.length * share ? 200 : mean + (at % 7) * 2;
    return await sharp(pixels, { raw: { width, height, channels: 1 } })
      .jpeg()
      .toBuffer();
  };
  expect(await cleanPicture(await photo(4, 0), 'id', turn)).toBe('pictureTooDark');
  expect(await cleanPicture(await photo(4, 0.0008), 'id', turn)).toBe('pictureTooDark');
  expect(await cleanPicture(await photo(4, 0.05), 'id', turn)).toMatchObject({ width: 800 });
  expect(await cleanPicture(await photo(50, 0.05), 'id', turn)).toMatchObject({ width: 800 });
  // A receipt may be a screenshot in dark mode with thin letters.
  expect(await cleanPicture(await photo(4, 0), 'receipt', turn)).toMatchObject({ width: 800 });
});

describe('a photo of an ID in one shade is refused', () => {
  /**
   * Returns a photo of paper in one shade with camera noise; a face in another shade covers a tenth
   * of it.
   */
  const photo = async (paper: number, face: number) => {
    const [width, height] = [800, 500];
    const pixels = Buffer.alloc(width * height);
    for (let at = 0; at < pixels.length; at++) {
      const shade = at % width < width / 10 ? face : paper;
      pixels[at] = Math.min(255, Math.max(0, shade + ((at * 7919) % 9) - 4));
    }
    return await sharp(pixels, { raw: { width, height, channels: 1 } })
      .jpeg()
      .toBuffer();
  };
  test.each([
    ['nearly white', 251, 251, 'pictureBlank'],
    ['white with a trace of a face', 251, 240, 'pictureBlank'],
    ['one grey', 128, 128, 'pictureBlank'],
    ['one dark grey', 60, 60, 'pictureBlank'],
    ['a pale ID', 250, 225, null],
    ['an ID in the usual light', 205, 95, null],
  ] as const)(
    'checks the shades of an ID photo: %s, paper at %i, face at %i',
    async (_, paper, face, fault) => {
      const picture = await photo(paper, face);
      expect(await cleanPicture(picture, 'id', turn)).toEqual(
        fault ?? expect.objectContaining({ width: 800 }),
      );
      // A receipt may be white paper with thin grey letters.
      expect(await cleanPicture(picture, 'receipt', turn)).toMatchObject({ width: 800 });
    },
  );
});

test('turns a picture upright and removes its location, camera and colour profile', async () => {
  const tagged = await plain(400, 200)
    .withExif({
      IFD0: { Make: 'Nosy', Orientation: '6' },
      IFD3: { GPSLatitude: '14/1 35/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const before = await sharp(tagged).metadata();
  expect(before.exif?.includes('Nosy')).toBe(true);
  expect(before.orientation).toBe(6);
  const { jpeg: drawn, width, height } = await clean(tagged);
  expect([width, height]).toEqual([200, 400]);
  const after = await sharp(drawn).metadata();
  expect([after.exif, after.icc, after.xmp, after.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(drawn.includes('Nosy')).toBe(false);
});

test('drops data appended to a picture', async () => {
  const script = Buffer.from(
    '<script>alert(1)</script><svg xmlns="http://www.w3.org/2000/svg"/>PK\u0003\u0004',
  );
  const { jpeg: drawn } = await clean(Buffer.concat([jpeg, script]));
  expect(drawn.includes('script')).toBe(false);
  const commented = Buffer.concat([jpeg.subarray(0, 2), segment(0xfe, script), jpeg.subarray(2)]);
  expect((await clean(commented)).jpeg.includes('script')).toBe(false);
});

test.each([
  [
    'SVG',
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ),
  ],
  [
    'SVG behind an XML head',
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  ],
  ['GIF', await plain(20, 20).gif().toBuffer()],
  ['TIFF', await plain(20, 20).tiff().toBuffer()],
  ['AVIF', await plain(20, 20).avif({ effort: 0 }).toBuffer()],
  ['PDF', Buffer.from('%PDF-1.7 and so on and on')],
  ['HTML', Buffer.from('<!doctype html><title>no picture</title>')],
  ['zip', Buffer.from('PK\u0003\u0004 and so on and on')],
  ['nothing', Buffer.alloc(0)],
  [
    'animated WebP',
    await sharp([await plain(9, 9).png().toBuffer(), await plain(9, 9).negate().png().toBuffer()], {
      join: { animated: true },
    })
      .webp({ loop: 1, delay: [50, 50] })
      .toBuffer(),
  ],
])('refuses a file of an unsupported kind: %s', async (_, bytes) => {
  expect(await cleanPicture(bytes, 'id', turn)).toBe('pictureKindRefused');
});

test('checks a picture’s size in its header, before decoding', async () => {
  expect(pictureFault(pngOf(14_000, 14_000), 'id')).toBe('pictureTooLarge');
  expect(pictureFault(pngOf(5001, 5000), 'id')).toBe('pictureTooLarge');
  expect(pictureFault(pngOf(5000, 5000), 'id')).toBeNull();
  expect(pictureFault(pngOf(0xffffffff, 0xffffffff), 'id')).toBe('pictureTooLarge');
  expect(pictureFault(pngOf(0, 10), 'id')).toBe('pictureUnreadable');
  expect(pictureFault(pngOf(1, 1), 'id')).toBe('pictureTooSmall');
  expect(pictureFault(pngOf(1600, 199), 'id')).toBe('pictureTooSmall');
  expect(pictureFault(pngOf(1600, 200), 'id')).toBeNull();
  expect(pictureFault(pngOf(4000, 498), 'id')).toBe('pictureTooSmall');
  expect(pictureFault(pngOf(4000, 500), 'id')).toBeNull();
  expect(pictureFault(pngOf(4000, 99), 'receipt')).toBe('pictureTooSmall');
  expect(pictureFault(pngOf(4000, 100), 'receipt')).toBeNull();
  expect(pictureFault(Buffer.concat([jpeg, Buffer.alloc(pictureLimits.bytes)]), 'id')).toBe(
    'pictureTooLarge',
  );
});

test('computes decoding memory from the header, also for pictures decoded in passes', async () => {
  const interlaced = (depth: number, colourType: number) => {
    const head = pngOf(5000, 5000);
    head.writeUInt8(depth, 24);
    head.writeUInt8(colourType, 25);
    head.writeUInt8(1, 28);
    return head;
  };
  expect(pictureFault(interlaced(8, 2), 'id')).toBeNull();
  expect(pictureFault(interlaced(8, 6), 'id')).toBe('pictureTooLarge');
  expect(pictureFault(interlaced(16, 6), 'id')).toBe('pictureTooLarge');
  const progressive = await plain(640, 480).jpeg({ progressive: true }).toBuffer();
  expect(readPictureHeader(progressive)).toMatchObject({ decodingBytes: 640 * 480 * 3 });
  const whole = await plain(640, 480)
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  expect(readPictureHeader(whole)).toMatchObject({ decodingBytes: 640 * 480 * 6 });
  expect(readPictureHeader(jpeg)).toMatchObject({ decodingBytes: 640 * 480 * 3 });
  const { cmyk } = await oddPictures();
  const large = Buffer.from(
    await sharp(cmyk).jpeg({ progressive: true }).toColourspace('cmyk').toBuffer(),
  );
  const frame = large.indexOf(Buffer.from([0xff, 0xc2]));
  large.writeUInt16BE(5000, frame + 5);
  large.writeUInt16BE(5000, frame + 7);
  expect(pictureFault(large, 'id')).toBe('pictureTooLarge');
});

test('a JPEG with one scan for each component needs memory for the whole picture', async () => {
  const small = scansOf(640, 480);
  expect((await sharp(small).metadata()).isProgressive).toBe(true);
  expect(await cleanPicture(small, 'receipt', turn)).toMatchObject({ width: 640, height: 480 });
  expect(readPictureHeader(small)).toMatchObject({ decodingBytes: 640 * 480 * 6 });
  expect(pictureFault(scansOf(5000, 5000), 'id')).toBe('pictureTooLarge');
});

slow('refuses a file if the decoder and our parser read different headers', async () => {
  const bytes = await twoHeads();
  expect((await sharp(bytes).metadata()).width).toBe(5000);
  expect(readPictureHeader(bytes)).toBe('broken');
  expect(await cleanPicture(bytes, 'id', turn)).toBe('pictureUnreadable');
});

slow.each(['cmyk', 'grey', 'palette', 'sixteenBits', 'foreignProfile', 'moving'] as const)(
  '%s becomes a plain JPEG in sRGB',
  async (kind) => {
    const unusual = (await oddPictures())[kind];
    const meta = await sharp((await clean(unusual)).jpeg).metadata();
    expect([meta.format, meta.space, meta.channels, meta.depth, meta.icc]).toEqual([
      'jpeg',
      'srgb',
      3,
      'uchar',
      undefined,
    ]);
    const { dominant } = await sharp((await clean(unusual)).jpeg).stats();
    expect(dominant.b).toBeGreaterThanOrEqual(kind === 'grey' ? dominant.r : dominant.r + 1);
  },
);

test('a file that is valid in two formats becomes a plain JPEG or is refused', async () => {
  const zip = Buffer.from('PK\u0005\u0006\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1');
  const html = Buffer.from('<html><script>alert(document.domain)</script>');
  for (const bytes of [
    Buffer.concat([jpeg, zip]),
    Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, html), jpeg.subarray(2)]),
    Buffer.concat([png, html]),
  ]) {
    const { jpeg: drawn } = await clean(bytes);
    expect([drawn.includes('PK\u0005'), drawn.includes('<html>')]).toEqual([false, false]);
    expect(drawn.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
  }
});

test.each([
  ['cut short', jpeg.subarray(0, jpeg.length >> 1)],
  [
    'a JPEG without a frame',
    Buffer.concat([
      jpeg.subarray(0, 2),
      segment(0xfe, Buffer.alloc(40)),
      Buffer.from([0xff, 0xd9]),
    ]),
  ],
  [
    'a JPEG head on an SVG',
    Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff]),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ]),
  ],
  ['a PNG head on noise', Buffer.concat([pngOf(320, 320), Buffer.alloc(300, 7)])],
  [
    'a PNG with a damaged middle',
    Buffer.concat([png.subarray(0, -40), Buffer.from([1, 2, 3]), png.subarray(-37)]),
  ],
])('refuses a picture that cannot be read: %s', async (_, bytes) => {
  expect(await cleanPicture(bytes, 'id', turn)).toBe('pictureUnreadable');
});

slow('decodes another session’s picture in turn while ten sessions flood the queue', async () => {
  const flood = Array.from({ length: 60 }, (_, nth) =>
    cleanPicture(jpeg, 'id', { lane: 'session', key: `session ${nth % 10}` }),
  );
  let decoded = 0;
  for (const picture of flood)
    void picture.then(
      () => decoded++,
      () => {},
    );
  await clean(jpeg);
  expect(decoded).toBeLessThanOrEqual(14);
  const ends = await Promise.allSettled(flood);
  // Two pictures are decoded at once, and three per session wait.
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(32);
  const refused = ends.filter((end) => end.status === 'rejected').map((end) => end.reason);
  expect(refused.every((error) => error instanceof Refused && error.refusal === 'systemBusy')).toBe(
    true,
  );
  await clean(jpeg);
});

slow('a picture that may need more than half of the decoding memory is decoded alone', async () => {
  const heavy = await plain(3700, 3700).jpeg({ progressive: true }).toBuffer();
  const ended: string[] = [];
  const draw = async (name: string, bytes: Buffer) => ended.push((await clean(bytes)) && name);
  await Promise.all([draw('heavy', heavy), draw('light', jpeg), draw('light', jpeg)]);
  expect(ended).toEqual(['heavy', 'light', 'light']);
});

/** Returns one picture in encodings that cameras do not use. */
async function oddPictures() {
  const blue = plain(320, 240);
  return {
    cmyk: await blue.clone().toColourspace('cmyk').jpeg().toBuffer(),
    grey: await blue.clone().greyscale().jpeg().toBuffer(),
    palette: await blue.clone().png({ palette: true }).toBuffer(),
    sixteenBits: await blue.clone().toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    foreignProfile: await blue.clone().withIccProfile('p3').jpeg().toBuffer(),
    moving: apng(await blue.clone().png().toBuffer()),
  };
}

/** Returns an animated PNG, which has an acTL chunk after the header. */
function apng(still: Buffer): Buffer {
  const chunk = Buffer.alloc(20);
  chunk.writeUInt32BE(8, 0);
  chunk.write('acTL', 4, 'latin1');
  chunk.writeUInt32BE(2, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 16)), 16);
  return Buffer.concat([still.subarray(0, 33), chunk, still.subarray(33)]);
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Returns the header of a PNG of this size, without pixels. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.from(png.subarray(0, 33));
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}
