// Photos for browser tests, drawn in the page itself: a card with lines of letters, each one different, as sharp as those of a phone's camera.
import type { Page } from '@playwright/test';

/** A JPEG of 1200 by 760. `blurPx` is how far the lens is out of focus, `glarePx` the size of a lamp's reflection, `grain` (0 to 255) the noise of its sensor in the dark. */
export async function cardPhoto(page: Page, { blurPx = 0, glarePx = 0, grain = 0 } = {}): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([blur, glare, noise = 0]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 760 });
      const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
      pen.filter = blur ? `blur(${blur}px)` : 'none';
      pen.fillStyle = '#c8cdc9';
      pen.fillRect(0, 0, 1200, 760);
      pen.fillStyle = '#2b2f2d';
      pen.font = '28px sans-serif';
      const words = () => [...crypto.getRandomValues(new Uint8Array(18))].map((one) => one.toString(36)).join(' ');
      for (let line = 0; line < 12; line += 1) pen.fillText(words(), 60, 90 + line * 54);
      pen.filter = 'none';
      pen.fillStyle = '#fff';
      pen.arc(600, 380, glare ?? 0, 0, 7);
      pen.fill();
      if (noise > 0) {
        const image = pen.getImageData(0, 0, 1200, 760);
        for (let at = 0; at < image.data.length; at += 1)
          if (at % 4 !== 3) image.data[at] = (image.data[at] ?? 0) + (Math.random() - 0.5) * noise;
        pen.putImageData(image, 0, 0);
      }
      return canvas.toDataURL('image/jpeg', 0.85).replace(/^[^,]*,/, '');
    },
    [blurPx, glarePx, grain],
  );
  return Buffer.from(base64, 'base64');
}
