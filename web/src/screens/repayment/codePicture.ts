// A payment code as a picture, to send to another payer or to store for a counter without a
// network.

export type CodePicture = {
  /** Where the code is paid. */
  title: string;
  /** The amount and the code's expiry, because the amount may differ tomorrow. */
  lines: readonly string[];
  /** The digits of the code. */
  digits: string;
};

const width = 720;
const edge = 40;
const inside = width - 2 * edge;

/**
 * Draws the code in black on white from the drawings on the screen, as a PNG file for `saveFile`.
 * @throws if the browser cannot draw
 */
export async function pictureOf(
  { title, lines, digits }: CodePicture,
  drawings: readonly SVGSVGElement[],
) {
  const placed = drawings.map((drawing) => ({ drawing, ...sizeOf(drawing) }));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height =
    160 + lines.length * 44 + placed.reduce((sum, { height }) => sum + height + edge, 0) + 2 * edge;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw pictures.');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';
  pen.textAlign = 'center';
  pen.imageSmoothingEnabled = false;
  let y = edge;
  const write = (words: string, px: number, step: number) => {
    pen.font = `700 ${px}px system-ui, sans-serif`;
    pen.fillText(words, width / 2, y + px, inside);
    y += step;
  };
  write(title, 40, 60);
  for (const line of lines) write(line, 30, 44);
  y += edge;
  for (const { drawing, ...size } of placed) {
    pen.drawImage(
      await imageOf(drawing, size),
      Math.floor((width - size.width) / 2),
      y,
      size.width,
      size.height,
    );
    y += size.height + edge;
  }
  write(digits, 48, 60);
  return {
    name: 'sandali-code.png',
    mediaType: 'image/png',
    bytes: canvas.toDataURL('image/png').split(',')[1] ?? '',
  };
}

/**
 * Returns a size with whole pixels per module, so that a scanner sees bars of exact widths. A
 * barcode gets a fixed height.
 */
function sizeOf({ viewBox: { baseVal } }: SVGSVGElement): { width: number; height: number } {
  const isBarcode = baseVal.width > baseVal.height;
  const module = Math.max(1, Math.floor((isBarcode ? inside : inside / 2) / baseVal.width));
  return { width: module * baseVal.width, height: isBarcode ? 160 : module * baseVal.height };
}

async function imageOf(
  drawing: SVGSVGElement,
  size: { width: number; height: number },
): Promise<HTMLImageElement> {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  // Without its class, the drawing is black.
  copy.removeAttribute('class');
  for (const [name, value] of Object.entries({ xmlns: 'http://www.w3.org/2000/svg', ...size }))
    copy.setAttribute(name, String(value));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}
