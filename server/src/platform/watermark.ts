// Marks a picture with its viewer, an id and the time, so that the source of a copy can be found.
import sharp from 'sharp';
import { letterSize, lettersPath } from './dot-font.ts';
import { createGate } from './gate.ts';
import { pictureLimits } from './picture.ts';

const inTurn = createGate(pictureLimits.decodesAtOnce, 20);

/**
 * Returns the picture as a JPEG without metadata, covered with `text`, readable on light and dark
 * backgrounds. `text` may contain only letters, digits and . - : @ _ (platform/dot-font.ts).
 * @throws Refused systemBusy if too many wait
 */
export async function watermark(jpeg: Buffer, text: string): Promise<Buffer> {
  return await inTurn(async () => {
    const { width, height } = await sharp(jpeg).metadata();
    return await sharp(jpeg)
      .composite([{ input: await tile(width, height, text), tile: true, gravity: 'northwest' }])
      .jpeg({ quality: pictureLimits.quality })
      .timeout({ seconds: 10 })
      .toBuffer();
  });
}

/**
 * Returns a PNG tile of two lines of the text, the second shifted by half a line. sharp requires a
 * tile no larger than the picture.
 */
async function tile(width: number, height: number, text: string): Promise<Buffer> {
  const [across, down] = [text.length * 6 + 12, letterSize.height * 5];
  // A line is about as long as the shorter side, so any useful part of the picture contains the
  // text.
  const dot = Math.min(
    width / across,
    height / down,
    Math.max(1, (Math.min(width, height) * 0.9) / across),
  );
  const [wide, high] = [Math.max(1, Math.floor(across * dot)), Math.max(1, Math.floor(down * dot))];
  const line = `<path d="${lettersPath(text)}"/>`;
  const second = letterSize.height * 2.5 + 2;
  const places = [
    `translate(2 2)`,
    `translate(${across / 2} ${second})`,
    `translate(${-across / 2} ${second})`,
  ];
  const lines = places.map((place) => `<g transform="${place}">${line}</g>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${across} ${down}" preserveAspectRatio="none">
<g fill="#000" fill-opacity="0.4" transform="translate(0.4 0.4)">${lines}</g><g fill="#fff" fill-opacity="0.45">${lines}</g></svg>`;
  return await sharp(Buffer.from(svg)).png().toBuffer();
}
