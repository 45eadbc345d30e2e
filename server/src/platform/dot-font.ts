// Letters of five by seven dots, because a server may lack fonts. The bits of each number are the
// dots of a row, leftmost first.

export const letterSize = { width: 5, height: 7 } as const;

const rows: Readonly<
  Record<string, readonly [number, number, number, number, number, number, number]>
> = {
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  C: [14, 17, 16, 16, 16, 17, 14],
  D: [28, 18, 17, 17, 17, 18, 28],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  G: [14, 17, 16, 23, 17, 17, 15],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  J: [7, 2, 2, 2, 2, 18, 12],
  K: [17, 18, 20, 24, 20, 18, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 17, 25, 21, 19, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  Q: [14, 17, 17, 17, 21, 18, 13],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
  V: [17, 17, 17, 17, 17, 10, 4],
  W: [17, 17, 17, 21, 21, 21, 10],
  X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 17, 10, 4, 4, 4],
  Z: [31, 1, 2, 4, 8, 16, 31],
  '.': [0, 0, 0, 0, 0, 12, 12],
  '-': [0, 0, 0, 31, 0, 0, 0],
  ':': [0, 12, 12, 0, 12, 12, 0],
  '@': [14, 17, 1, 13, 21, 21, 14],
  _: [0, 0, 0, 0, 0, 0, 31],
  ' ': [0, 0, 0, 0, 0, 0, 0],
};
const unknown = [31, 17, 17, 17, 17, 17, 31] as const;

/** Whether a character has a shape; lowercase letters share the capital's. */
export function hasLetter(sign: string): boolean {
  return Object.hasOwn(rows, sign.toUpperCase());
}

/**
 * Returns a line of text as an SVG path of unit squares; each letter is six units wide. A character
 * without a shape becomes a box.
 */
export function lettersPath(text: string): string {
  return [...text.toUpperCase()]
    .flatMap((sign, at) =>
      (hasLetter(sign) ? (rows[sign] ?? unknown) : unknown).flatMap((bits, y) =>
        Array.from({ length: letterSize.width }, (_, x) =>
          (bits >> (letterSize.width - 1 - x)) & 1 ? `M${at * 6 + x} ${y}h1v1h-1z` : '',
        ),
      ),
    )
    .join('');
}
