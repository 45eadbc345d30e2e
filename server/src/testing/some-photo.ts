import sharp, { type Sharp } from 'sharp';

/** Draws a light card on a blue background, which passes as a photo of an ID. */
export function somePhoto(width: number, height: number): Sharp {
  const side = (px: number) => Math.max(1, Math.round(px / 2));
  const drawn = (background: string, size: { width: number; height: number }) =>
    ({ create: { ...size, channels: 3, background } }) as const;
  const card = drawn('#e8e2d4', { width: side(width), height: side(height) });
  return sharp(drawn('#27506b', { width, height })).composite([{ input: card, gravity: 'centre' }]);
}
