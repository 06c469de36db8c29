/** Draws the PNG icons of the installed app from the marks in public/. Run it again when a mark changes: `node scripts/make-icons.mjs`. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const publicFolder = new URL('../public/', import.meta.url);

const icons = [
  { mark: 'nod.svg', size: 192, file: 'icon-192.png' },
  { mark: 'nod.svg', size: 512, file: 'icon-512.png' },
  { mark: 'icons/nod-maskable.svg', size: 512, file: 'maskable-512.png' },
  // iOS rounds the corners itself and paints transparent ones black, so it gets the full-bleed mark.
  { mark: 'icons/nod-maskable.svg', size: 180, file: 'apple-touch-180.png' },
  // Android uses only the alpha channel of the badge.
  { mark: 'icons/nod-badge.svg', size: 96, file: 'badge-96.png' },
];

for (const { mark, size, file } of icons) {
  const svg = await readFile(new URL(mark, publicFolder), 'utf8');
  const viewBoxWidth = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const pixels = sharp(Buffer.from(svg), { density: (72 * size) / viewBoxWidth }).resize(size, size);
  await pixels.png({ compressionLevel: 9 }).toFile(fileURLToPath(new URL(`icons/${file}`, publicFolder)));
  console.log(`public/icons/${file}`);
}
