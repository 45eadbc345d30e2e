// Creates photos in the page: cards with random letters, as sharp as in a phone's photo, and QR
// codes.
import type { Page } from '@playwright/test';
import encodeQR from 'qr';

/**
 * Returns a JPEG of 1200 × 760 pixels. `blurPx` is the radius of the blur, `glarePx` the radius of
 * a reflection, and `grain` (0 to 255) the sensor noise.
 */
export async function cardPhoto(
  page: Page,
  { blurPx = 0, glarePx = 0, grain = 0 } = {},
): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([blur, glare, noise = 0]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 760 });
      const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
      pen.filter = blur ? `blur(${blur}px)` : 'none';
      pen.fillStyle = '#c8cdc9';
      pen.fillRect(0, 0, 1200, 760);
      pen.fillStyle = '#2b2f2d';
      pen.font = '28px sans-serif';
      const words = () =>
        [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(36)).join(' ');
      for (let line = 0; line < 12; line += 1) pen.fillText(words(), 60, 90 + line * 54);
      pen.filter = 'none';
      pen.fillStyle = '#fff';
      pen.arc(600, 380, glare ?? 0, 0, 7);
      pen.fill();
      if (noise > 0) {
        const image = pen.getImageData(0, 0, 1200, 760);
        // Park and Miller's generator gives the same noise in every run.
        let seed = 1;
        const next = () => {
          seed = (seed * 48_271) % 2_147_483_647;
          return seed / 2_147_483_647;
        };
        for (let at = 0; at < image.data.length; at += 1)
          if (at % 4 !== 3) image.data[at] = (image.data[at] ?? 0) + (next() - 0.5) * noise;
        pen.putImageData(image, 0, 0);
      }
      return canvas.toDataURL('image/jpeg', 0.85).replace(/^[^,]*,/, '');
    },
    [blurPx, glarePx, grain],
  );
  return Buffer.from(base64, 'base64');
}

/** Returns the text in the QR code of a fictitious person's PhilSys card. */
export const nationalIdCode = (
  { first, last }: { first: string; last: string },
  birthPlace = 'Quezon City',
): string =>
  JSON.stringify({
    DateIssued: '14 June 2022',
    Issuer: 'PSA',
    subject: {
      Suffix: '',
      lName: last.toUpperCase(),
      fName: first.toUpperCase(),
      mName: 'KUNWARI',
      sex: 'Female',
      BF: '[1,7]',
      DOB: 'May 17, 1994',
      POB: birthPlace,
      PCN: '9999-1234-5678-9012',
    },
    alg: 'EDDSA',
    signature: Buffer.alloc(64, 7).toString('base64'),
  });

/** Returns a JPEG of 1200 × 760 pixels: a slightly rotated card with a QR code. */
export async function codePhoto(page: Page, text: string): Promise<Buffer> {
  const address = await page.evaluate(drawCode, encodeQR(text, 'raw'));
  return Buffer.from(address.replace(/^[^,]*,/, ''), 'base64');
}

/** From now on, shows a QR code to the page's camera. Shows no code if the text is empty. */
export async function showCode(page: Page, text: string): Promise<void> {
  await show(page, await page.evaluate(drawCode, text ? encodeQR(text, 'raw') : []));
}

/** From now on, shows a photo to the page's camera. */
export async function showPhoto(page: Page, photo: Buffer): Promise<void> {
  await show(page, `data:image/jpeg;base64,${photo.toString('base64')}`, 2);
}

/** Shows a picture to the page's camera, with frames `scale` times as large as 1200 × 760. */
async function show(page: Page, src: string, scale = 1): Promise<void> {
  const draw = async ([src, scale]: readonly [string, number]) => {
    const photo = Object.assign(new Image(), { src });
    await photo.decode();
    const shown = (window as { camera?: HTMLCanvasElement }).camera;
    const [width, height] = [1200 * scale, 760 * scale];
    const canvas = shown ?? Object.assign(document.createElement('canvas'), { width, height });
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
    pen.drawImage(photo, 0, 0, width, height);
    if (shown) return;
    Object.assign(window, { camera: canvas });
    // A canvas stream delivers frames only while the canvas changes.
    setInterval(() => pen.drawImage(canvas, 0, 0), 100);
    MediaDevices.prototype.getUserMedia = async () => canvas.captureStream();
  };
  await page.evaluate(draw, [src, scale] as const);
}

function drawCode(modules: boolean[][]): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 760 });
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
  pen.fillStyle = '#5d6a63';
  pen.fillRect(0, 0, 1200, 760);
  pen.translate(600, 380);
  pen.rotate(0.06);
  pen.fillStyle = '#dfe4e0';
  pen.fillRect(-270, -270, 540, 540);
  pen.fillStyle = '#2b2f2d';
  const side = 480 / modules.length;
  for (const [y, row] of modules.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) pen.fillRect(-240 + x * side, -240 + y * side, side + 0.3, side + 0.3);
  return canvas.toDataURL('image/jpeg', 0.85);
}
