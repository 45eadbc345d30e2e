// Parses the header in the first bytes of a picture, before any decoder reads it, because some
// files must not be decoded. Sources: ITU T.81 annex B (JPEG), W3C PNG third edition §5 and
// §11.2.1, RFC 9649 (WebP).

export type PictureHeader = {
  format: 'jpeg' | 'png' | 'webp';
  width: number;
  height: number;
  /**
   * Whether the picture is complete only after its last pass, because it is progressive,
   * interlaced, or has one scan for each component.
   */
  comesInPasses: boolean;
  /**
   * The maximum memory that decoding needs: width × height × bytes per pixel. The bytes per pixel
   * depend on the format and on `comesInPasses`.
   */
  decodingBytes: number;
};

/**
 * Returns the format and size that a picture declares; 'otherKind' unless it is a JPEG, PNG or
 * still WebP, 'broken' if the size cannot be read.
 */
export function readPictureHeader(bytes: Buffer): PictureHeader | 'otherKind' | 'broken' {
  if (bytes.length < 16) return 'otherKind';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff)
    return withSize('jpeg', jpegFrame(bytes));
  if (bytes.subarray(0, 8).equals(pngSignature)) return withSize('png', pngFrame(bytes));
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') {
    const frame = webpFrame(bytes);
    return frame === 'animated' ? 'otherKind' : withSize('webp', frame);
  }
  return 'otherKind';
}

/** `pixelBytes`: the memory that decoding needs for each pixel. */
type Frame = { width: number; height: number; comesInPasses: boolean; pixelBytes: number };

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function withSize(format: PictureHeader['format'], frame: Frame | null): PictureHeader | 'broken' {
  if (!frame || frame.width === 0 || frame.height === 0) return 'broken';
  const { width, height, comesInPasses, pixelBytes } = frame;
  return { format, width, height, comesInPasses, decodingBytes: width * height * pixelBytes };
}

/** Three 8-bit samples per pixel, as measured for pictures that are decoded row by row. */
const plainPixelBytes = 3;

function ascii(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to);
}

/** Offsets from a JPEG segment's first byte, which is 0xFF before the marker. */
const segment = { marker: 1, length: 2 };
const startOfFrame = { height: 5, width: 7, components: 9, samplingFactors: 11 };
const startOfScan = { components: 4 };
const componentLength = 3;

/** Whether a marker has no length field: TEM and the restart markers. */
const isBareMarker = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
/** Whether a marker starts a frame: C0 to CF, except DHT (C4), JPG (C8) and DAC (CC). */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/**
 * Whether a frame is decoded row by row, as in baseline and extended sequential JPEGs. For all
 * others, the decoder holds every coefficient in 16 bits until the last pass.
 */
const isSequential = (marker: number) => marker === 0xc0 || marker === 0xc1;

/**
 * Returns the samples per pixel, from the sampling factors of the frame's components: 3 in colour
 * without chroma subsampling, 1.5 with the subsampling that cameras use.
 */
function samplesIn(bytes: Buffer, frame: number): number {
  const factors = Array.from(
    { length: bytes.readUInt8(frame + startOfFrame.components) },
    (_, nth) => bytes[frame + startOfFrame.samplingFactors + componentLength * nth] ?? 0x11,
  );
  const [across, down] = [
    factors.map((factor) => factor >> 4),
    factors.map((factor) => factor & 15),
  ];
  const samples = factors.reduce((sum, _, nth) => sum + (across[nth] ?? 1) * (down[nth] ?? 1), 0);
  return samples / Math.max(1, Math.max(...across) * Math.max(...down));
}

/**
 * Returns the frame's size and memory. The decoder holds the whole picture if the frame is not
 * sequential, or if each component has its own scan.
 */
function jpegFrameOf(bytes: Buffer, frame: number, scan: number): Frame {
  const componentsInScan = bytes.readUInt8(scan + startOfScan.components);
  const comesInPasses =
    !isSequential(bytes.readUInt8(frame + segment.marker)) ||
    componentsInScan < bytes.readUInt8(frame + startOfFrame.components);
  const pixelBytes = comesInPasses ? 2 * samplesIn(bytes, frame) : plainPixelBytes;
  return {
    height: bytes.readUInt16BE(frame + startOfFrame.height),
    width: bytes.readUInt16BE(frame + startOfFrame.width),
    comesInPasses,
    pixelBytes,
  };
}

function jpegFrame(bytes: Buffer): Frame | null {
  let at = 2;
  let frame: number | null = null;
  // A camera writes about twenty segments before the picture's data; a thousand are an attack.
  for (let segments = 0; segments < 1000 && at + 10 < bytes.length; segments += 1) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes.readUInt8(at + segment.marker);
    if (marker === 0xff) {
      at += 1;
    } else if (isBareMarker(marker)) {
      at += 2;
    } else if (marker === 0xda) {
      return frame === null ? null : jpegFrameOf(bytes, frame, at);
    } else if (marker === 0x00 || marker === 0xd9 || (isFrame(marker) && frame !== null)) {
      // Reject three things: bytes that are no marker (decoders would skip them), an end before any
      // data, and a second frame.
      return null;
    } else {
      if (isFrame(marker)) frame = at;
      at += 2 + Math.max(2, bytes.readUInt16BE(at + segment.length));
    }
  }
  return null;
}

/**
 * Samples per pixel by colour type: grey, RGB, palette, grey with alpha, RGB with alpha. A palette
 * is decoded to RGB with alpha.
 */
const pngSamples: Record<number, number> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };

/** Offsets in a PNG file, whose first chunk is IHDR. */
const ihdr = {
  length: 8,
  type: 12,
  width: 16,
  height: 20,
  bitDepth: 24,
  colourType: 25,
  interlace: 28,
  end: 33,
};

function pngFrame(bytes: Buffer): Frame | null {
  if (
    bytes.length < ihdr.end ||
    ascii(bytes, ihdr.type, ihdr.width) !== 'IHDR' ||
    bytes.readUInt32BE(ihdr.length) !== 13
  )
    return null;
  const sampleBytes = bytes.readUInt8(ihdr.bitDepth) === 16 ? 2 : 1;
  const isInterlaced = bytes.readUInt8(ihdr.interlace) !== 0;
  const pixelBytes = isInterlaced
    ? (pngSamples[bytes.readUInt8(ihdr.colourType)] ?? 4) * sampleBytes
    : plainPixelBytes;
  return {
    width: bytes.readUInt32BE(ihdr.width),
    height: bytes.readUInt32BE(ihdr.height),
    comesInPasses: isInterlaced,
    pixelBytes,
  };
}

/** WebP is decoded to three colours and alpha, even if alpha is not used. */
const asWebp = { comesInPasses: false, pixelBytes: 4 };

/** Offsets in a WebP file by the type of its first chunk: VP8X, VP8L or VP8. */
const chunkType = 12;
const extended = { flags: 20, width: 24, height: 27 };
const lossless = { signature: 20, size: 21 };
const lossy = { startCode: 23, width: 26, height: 28 };

function webpFrame(bytes: Buffer): Frame | 'animated' | null {
  if (bytes.length < 30) return null;
  const kind = ascii(bytes, chunkType, chunkType + 4);
  if (kind === 'VP8X') {
    if ((bytes.readUInt8(extended.flags) & 0x02) !== 0) return 'animated';
    return {
      width: bytes.readUIntLE(extended.width, 3) + 1,
      height: bytes.readUIntLE(extended.height, 3) + 1,
      ...asWebp,
    };
  }
  if (kind === 'VP8L') {
    if (bytes[lossless.signature] !== 0x2f) return null;
    const bits = bytes.readUInt32LE(lossless.size);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, ...asWebp };
  }
  if (kind !== 'VP8 ' || bytes.readUIntBE(lossy.startCode, 3) !== 0x9d012a) return null;
  return {
    width: bytes.readUInt16LE(lossy.width) & 0x3fff,
    height: bytes.readUInt16LE(lossy.height) & 0x3fff,
    ...asWebp,
  };
}
