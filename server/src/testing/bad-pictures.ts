// Files that a client may upload instead of an ID photo: decompression bombs, polyglots, refused
// formats, and unusual but valid pictures.
import { crc32, deflateSync } from 'node:zlib';
import type { RefusalName } from '@sandali/contract/codes.ts';
import sharp from 'sharp';
import { somePhoto as plain } from './some-photo.ts';

/** A file, and the expected result of its upload. */
export type BadPicture = { name: string; bytes: Buffer; expected: RefusalName | 'success' };

const clear = (width: number, height: number) => plain(width, height).ensureAlpha(0.5);

/**
 * Creates all bad pictures in about three seconds. `isLight` omits the pictures of 25 megapixels.
 */
export async function badPictures({ isLight = false } = {}): Promise<BadPicture[]> {
  const bad = (expected: BadPicture['expected'], pictures: Record<string, Buffer>) =>
    Object.entries(pictures).map(([name, bytes]) => ({ name, bytes, expected }));
  const heavy = isLight
    ? []
    : [
        ...bad('pictureTooLarge', await aboveLimit()),
        ...bad('pictureUnreadable', { twoHeads: await twoHeads() }),
        ...bad('success', await atLimit()),
      ];
  return [
    ...bad('inputInvalid', { nothing: Buffer.alloc(0) }),
    ...bad('pictureKindRefused', await otherKinds()),
    ...bad('pictureTooSmall', {
      onePixel: await plain(1, 1).png().toBuffer(),
      thread: pngOf({ width: 1, height: 1_000_000, bits: 1 }),
    }),
    ...bad('pictureTooLarge', {
      bomb14000: pngOf({ width: 14_000, height: 14_000, bits: 1 }),
      fiveMegabytes: Buffer.concat([
        await plain(640, 480).jpeg().toBuffer(),
        Buffer.alloc(5 * 1024 * 1024),
      ]),
    }),
    ...bad('pictureUnreadable', await broken()),
    ...bad('success', { ...(await twoThings()), ...(await unusual()) }),
    ...heavy,
  ];
}

async function otherKinds() {
  const frames = [
    await plain(300, 300).png().toBuffer(),
    await plain(300, 300).negate().png().toBuffer(),
  ];
  return {
    svg: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><script>alert(1)</script></svg>',
    ),
    html: Buffer.from('<!doctype html><title>a photo</title><script>alert(1)</script>'),
    zip: Buffer.from('PK\u0003\u0004 and what is inside', 'latin1'),
    gif: await plain(640, 480).gif().toBuffer(),
    tiff: await plain(640, 480).tiff().toBuffer(),
    animated: await sharp(frames, { join: { animated: true } })
      .webp({ delay: [50, 50] })
      .toBuffer(),
  };
}

async function broken() {
  const jpeg = await plain(640, 480).jpeg().toBuffer();
  const png = await plain(640, 480).png().toBuffer();
  return {
    cutShort: jpeg.subarray(0, jpeg.length >> 1),
    noise: Buffer.concat([jpeg.subarray(0, 600), Buffer.alloc(4000, 0x5a)]),
    wrongSum: Buffer.concat([png.subarray(0, -40), Buffer.from([1, 2, 3]), png.subarray(-37)]),
  };
}

/** Pictures that are also valid files in another format. */
async function twoThings() {
  const jpeg = await plain(640, 480).jpeg().toBuffer();
  const html = Buffer.from('<html><script>alert(document.domain)</script>');
  return {
    jpegAndHtml: Buffer.concat([jpeg.subarray(0, 2), segment(0xfe, html), jpeg.subarray(2), html]),
    jpegAndZip: Buffer.concat([jpeg, Buffer.from(`PK\u0005\u0006${'\0'.repeat(18)}`, 'latin1')]),
  };
}

async function unusual() {
  const png = await plain(640, 480).png().toBuffer();
  return {
    withPlace: await plain(640, 480)
      .withExif({
        IFD0: { Make: 'Nosy' },
        IFD3: { GPSLatitude: '14/1 35/1 0/1', GPSLatitudeRef: 'N' },
      })
      .jpeg()
      .toBuffer(),
    sideways: await plain(640, 480).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    cmyk: await plain(640, 480).toColourspace('cmyk').jpeg().toBuffer(),
    moving: withChunk(png, 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
    // Chunks of 64 kB that inflate to 64 MB of zeros: one is a text chunk, the other a colour
    // profile.
    longText: withChunk(
      png,
      'zTXt',
      Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), zeros()]),
    ),
    longProfile: withChunk(png, 'iCCP', Buffer.concat([Buffer.from('p\0\0', 'latin1'), zeros()])),
  };
}

/** Pictures above the limit, in formats that require the whole picture in memory to decode it. */
async function aboveLimit() {
  return {
    inPassesWhole: await plain(5000, 5000)
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer(),
    inScansWhole: scansOf(5000, 5000),
    inPasses16Bits: await clear(5000, 5000)
      .toColourspace('rgb16')
      .png({ progressive: true })
      .toBuffer(),
  };
}

/** Pictures at the limit of 25 megapixels. */
async function atLimit() {
  return {
    inPasses: await plain(5000, 5000).jpeg({ progressive: true }).toBuffer(),
    // Composing adds an alpha channel, which would take the picture above the limit.
    interlaced: await plain(5000, 5000).removeAlpha().png({ progressive: true }).toBuffer(),
    sixteenBits: await clear(5000, 5000).toColourspace('rgb16').png().toBuffer(),
  };
}

/**
 * Creates a JPEG of 25 megapixels. A parser that reads FF 00 as a marker finds only 0.25
 * megapixels.
 */
export async function twoHeads(): Promise<Buffer> {
  const large = await plain(5000, 5000)
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const comment = segment(0xfe, frame(500, 500));
  return Buffer.concat([Buffer.from('ffd8ff00000a00000000', 'hex'), comment, large.subarray(2)]);
}

/**
 * Creates a grey baseline JPEG with three scans, which forces a decoder to hold the whole picture
 * in memory.
 */
export function scansOf(width: number, height: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  // A block consists of 00 (unchanged mean) and 1010 (end of block), so four blocks take 24 bits.
  const data = Buffer.alloc(Math.ceil(blocks / 4) * 3, Buffer.from('28a28a', 'hex'));
  const scan = (component: number) =>
    Buffer.concat([segment(0xda, Buffer.from([1, component, 0, 0, 63, 0])), data]);
  const table = (kind: number, values: number[]) =>
    Buffer.concat([Buffer.from([kind]), countsOf(values.length), Buffer.from(values)]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 16)])),
    frame(width, height),
    // Two-bit codes for the means and four-bit codes for other values. The eleventh four-bit code
    // is 1010, the end of a block.
    segment(0xc4, table(0x00, [0])),
    segment(0xc4, table(0x10, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0])),
    ...[1, 2, 3].map(scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/**
 * Returns the code-length counts of a Huffman table: a single 2-bit code, or eleven 4-bit codes.
 */
function countsOf(values: number): Buffer {
  const counts = Buffer.alloc(16);
  counts.writeUInt8(values, values === 1 ? 1 : 3);
  return counts;
}

/** Creates the frame of a baseline JPEG with three components and no subsampling. */
function frame(width: number, height: number): Buffer {
  const header = Buffer.from('080000000003011100021100031100', 'hex');
  header.writeUInt16BE(height, 1);
  header.writeUInt16BE(width, 3);
  return segment(0xc0, header);
}

const zeros = () => deflateSync(Buffer.alloc(64 * 1024 * 1024));

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Creates a complete black PNG, which compresses to a small file at any size. */
function pngOf({ width, height, bits }: { width: number; height: number; bits: 1 }): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(bits, 8);
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil((width * bits) / 8))));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(name, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** Adds a chunk to a PNG right after its header. */
function withChunk(png: Buffer, name: string, data: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk(name, data), png.subarray(33)]);
}
