// Draws digits as lines for a person to read, because a server may lack fonts.
import sharp from 'sharp';
import { createFairGate } from './gate.ts';
import { random } from './random.ts';

/** Size of the picture in pixels, twice its size on a phone. */
const digitsPicture = { width: 440, height: 160 } as const;

/** The shape of each digit as one line in a box of 40 × 60. */
const shapes = [
  'M20 4C33 4 36 16 36 30S33 56 20 56 4 44 4 30 7 4 20 4Z',
  'M9 15L22 4V56M9 56H35',
  'M6 17C6-1 34-1 34 17C34 31 8 40 6 56H35',
  'M6 11C13 0 33 1 33 16C33 26 24 28 16 28C25 28 35 32 35 43C35 58 13 61 4 48',
  'M28 56V4L4 41H37',
  'M33 4H11L8 28C19 20 36 25 36 40C36 57 14 61 4 49',
  'M31 4C16 8 5 23 5 38C5 62 36 62 36 40C36 22 11 22 6 38',
  'M5 4H36L16 56',
  'M20 28C2 25 4 4 20 4S38 25 20 28C-1 32 0 56 20 56S41 32 20 28Z',
  'M34 22C32 41 4 39 4 20C4-2 36-2 35 22C34 39 24 54 9 56',
];

const inTurn = createFairGate<'stranger'>({ width: 2, waitingOfOne: 20, waitingOfLane: 200 });

/**
 * Returns a PNG of the digits, black on white, each slightly rotated and moved. Requests from
 * different networks take turns.
 * @throws Refused systemBusy if too many requests from one network, or from all networks together,
 * are waiting
 */
export async function drawDigits(digits: string, network: string): Promise<Buffer> {
  const { width, height } = digitsPicture;
  const step = width / (digits.length + 0.6);
  const drawn = [...digits]
    .map((digit, at) => drawDigit(shapes[Number(digit)] ?? '', step * (at + 0.8), height / 2))
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke-linecap="round" stroke-linejoin="round">
<rect width="100%" height="100%" fill="#fff"/>${strayLines(width, height)}${drawn}</svg>`;
  return await inTurn({ lane: 'stranger', key: network }, () =>
    sharp(Buffer.from(svg)).greyscale().png({ compressionLevel: 9, colours: 16 }).toBuffer(),
  );
}

const randomBetween = (low: number, high: number) => low + random() * (high - low);

function drawDigit(shape: string, x: number, y: number): string {
  const place = `translate(${x + randomBetween(-7, 7)} ${y + randomBetween(-12, 12)})`;
  const distortion = `rotate(${randomBetween(-16, 16)}) skewX(${randomBetween(-12, 12)}) scale(${randomBetween(1.35, 1.65)} ${randomBetween(1.35, 1.7)})`;
  return `<path d="${shape}" transform="${place} ${distortion} translate(-20 -30)" stroke="#1a1a1a" stroke-width="${randomBetween(4.2, 5.6)}"/>`;
}

/** Returns thin lines across the picture. They hinder machines more than people. */
function strayLines(width: number, height: number): string {
  const line = () =>
    `<path d="M0 ${randomBetween(0, height)}C${randomBetween(0, width / 2)} ${randomBetween(0, height)} ${randomBetween(width / 2, width)} ${randomBetween(0, height)} ${width} ${randomBetween(0, height)}" stroke="#777" stroke-width="${randomBetween(2, 3.5)}"/>`;
  return Array.from({ length: 4 }, line).join('');
}
