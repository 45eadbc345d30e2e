// What a file says of itself in its first bytes, read by hand so that no decoder sees a file that is not to be decoded.
// Sources: ITU T.81 annex B (JPEG), W3C PNG third edition §5 and §11.2.1, RFC 9649 (WebP).

export type PictureHeader = { format: 'jpeg' | 'png' | 'webp'; width: number; height: number };

/** The format and size a picture declares. 'otherKind' for anything but JPEG, PNG and still WebP; 'broken' where the size cannot be read. */
export function readPictureHeader(bytes: Buffer): PictureHeader | 'otherKind' | 'broken' {
  if (bytes.length < 16) return 'otherKind';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return withSize('jpeg', jpegSize(bytes));
  if (bytes.subarray(0, 8).equals(pngSignature)) return withSize('png', pngSize(bytes));
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') {
    const size = webpSize(bytes);
    return size === 'animated' ? 'otherKind' : withSize('webp', size);
  }
  return 'otherKind';
}

type Size = { width: number; height: number };

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function withSize(format: PictureHeader['format'], size: Size | null): PictureHeader | 'broken' {
  return size && size.width > 0 && size.height > 0 ? { format, ...size } : 'broken';
}

function ascii(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to);
}

/** Markers that stand alone, without a length: TEM and the restart markers. */
const isBareMarker = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
/** Start of frame: C0 to CF, except DHT (C4), JPG (C8) and DAC (CC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegSize(bytes: Buffer): Size | null {
  let at = 2;
  // A camera writes about twenty segments before the frame; more than a thousand are a trap.
  for (let segments = 0; segments < 1000 && at + 9 < bytes.length; segments += 1) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
    } else if (isBareMarker(marker)) {
      at += 2;
    } else if (isFrame(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    } else if (marker === 0xda || marker === 0xd9) {
      return null; // the picture's data, or its end, before any frame
    } else {
      at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
    }
  }
  return null;
}

function pngSize(bytes: Buffer): Size | null {
  if (bytes.length < 33 || ascii(bytes, 12, 16) !== 'IHDR' || bytes.readUInt32BE(8) !== 13) return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function webpSize(bytes: Buffer): Size | 'animated' | null {
  if (bytes.length < 30) return null;
  const kind = ascii(bytes, 12, 16);
  if (kind === 'VP8X') {
    if ((bytes.readUInt8(20) & 0x02) !== 0) return 'animated';
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
  if (kind === 'VP8L') {
    if (bytes[20] !== 0x2f) return null;
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== 'VP8 ' || bytes.readUIntBE(23, 3) !== 0x9d012a) return null;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}
