import { encode } from 'uqr';
import css from './Barcode.module.css';
import { code128 } from './code128.ts';

/** A Code 128 barcode, as wide as its container. */
export function Barcode({ text, label }: { text: string; label: string }) {
  const { bars, width } = code128(text);
  const d = bars.map((bar) => `M${bar.x} 0h${bar.width}v10h-${bar.width}z`).join('');
  return (
    <svg
      className={css.bars}
      viewBox={`0 0 ${width} 10`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={d} />
    </svg>
  );
}

/** A QR code with medium error correction. Size `l` is for scanning from the screen. */
export function QrCode({
  text,
  label,
  size = 's',
}: {
  text: string;
  label: string;
  size?: 's' | 'l';
}) {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 0 });
  const d = data
    .map((row, y) =>
      runs(row)
        .map((run) => `M${run.x} ${y}h${run.width}v1h-${run.width}z`)
        .join(''),
    )
    .join('');
  return (
    <svg
      className={size === 'l' ? css.qrLarge : css.qr}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={d} />
    </svg>
  );
}

function runs(row: readonly boolean[]): { x: number; width: number }[] {
  const darkRuns: { x: number; width: number }[] = [];
  row.forEach((isDark, x) => {
    const last = darkRuns.at(-1);
    if (!isDark) return;
    if (last && last.x + last.width === x) last.width++;
    else darkRuns.push({ x, width: 1 });
  });
  return darkRuns;
}
