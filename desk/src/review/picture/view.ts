// How a picture is placed on its canvas: zoom, turn and shift. Lengths are CSS pixels.
export type View = {
  /** 1 shows the whole picture. */
  zoom: number;
  /** Quarter turns, clockwise. */
  turns: 0 | 1 | 2 | 3;
  /** The shift of the picture's centre from the canvas's centre. */
  x: number;
  y: number;
};
/** In percent; 100 is as taken. */
export type Light = { brightness: number; contrast: number };
export type Size = { width: number; height: number };

export const wholeView: View = { zoom: 1, turns: 0, x: 0, y: 0 };
const mostZoom = 8;

/** Zooms so that the point at (x, y), from the canvas's centre, stays in place. */
export function zoomed(view: View, by: number, at = { x: 0, y: 0 }): View {
  const zoom = Math.min(mostZoom, Math.max(1, view.zoom * by));
  if (zoom === 1) return { ...view, zoom, x: 0, y: 0 };
  const ratio = zoom / view.zoom;
  return { ...view, zoom, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
}

export function turned(view: View, quarter: 1 | -1): View {
  return { ...wholeView, turns: ((view.turns + quarter + 4) % 4) as View['turns'] };
}

/** Shifts a picture, but never so far that its centre leaves the canvas's picture area. */
export function shifted(view: View, by: { x: number; y: number }, canvas: Size): View {
  const within = (value: number, length: number) => {
    const most = (length * (view.zoom - 1)) / 2;
    return Math.min(most, Math.max(-most, value));
  };
  return {
    ...view,
    x: within(view.x + by.x, canvas.width),
    y: within(view.y + by.y, canvas.height),
  };
}

/** The scale that fits a turned picture into a canvas. */
export function fitOf(picture: Size, canvas: Size, turns: View['turns']): number {
  const [width, height] =
    turns % 2 === 0 ? [picture.width, picture.height] : [picture.height, picture.width];
  return Math.min(canvas.width / width, canvas.height / height);
}

/** Draws a picture. The canvas gets as many pixels as the screen has. */
export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, view: View): void {
  const [size, density] = [
    { width: canvas.clientWidth, height: canvas.clientHeight },
    devicePixelRatio,
  ];
  canvas.width = Math.round(size.width * density);
  canvas.height = Math.round(size.height * density);
  const context = canvas.getContext('2d');
  if (!context) return;
  const scale = fitOf(picture, size, view.turns) * view.zoom * density;
  context.imageSmoothingQuality = 'high';
  context.translate(canvas.width / 2 + view.x * density, canvas.height / 2 + view.y * density);
  context.rotate((view.turns * Math.PI) / 2);
  context.scale(scale, scale);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
}
