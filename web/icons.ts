// `npm run icons` renders the manifest's PNG icons from the SVGs in web/public. Run it after
// changing an SVG; the PNGs are checked in.
import * as path from 'node:path';
import sharp from 'sharp';

const folder = path.join(import.meta.dirname, 'public');
/** Apple rounds the corners itself, so its icon is the maskable one, which fills the square. */
const icons = [
  { from: 'app-icon.svg', to: 'app-icon-192.png', size: 192 },
  { from: 'app-icon.svg', to: 'app-icon-512.png', size: 512 },
  { from: 'app-icon-maskable.svg', to: 'app-icon-maskable-192.png', size: 192 },
  { from: 'app-icon-maskable.svg', to: 'app-icon-maskable-512.png', size: 512 },
  { from: 'app-icon-maskable.svg', to: 'apple-touch-icon.png', size: 180 },
];

for (const { from, to, size } of icons)
  await sharp(path.join(folder, from), { density: (72 * size) / 512 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(path.join(folder, to));
