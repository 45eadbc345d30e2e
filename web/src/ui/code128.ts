// The widths of the bars and gaps of Code 128's 106 symbols, in order and with six digits per
// symbol. The stop symbol follows (ISO/IEC 15417, table 1).
const symbols = (
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231' +
  '213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311' +
  '112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111' +
  '111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212' +
  '124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214' +
  '211232'
).match(/.{6}/g) as readonly string[];
const stop = '2331112';
const startB = 104;
const startC = 105;
const toB = 100;

/** A dark bar: its start and width, in modules from the left. */
export type Bar = { x: number; width: number };

/**
 * Returns the bars of a text in Code 128. Leading pairs of digits use set C, all other characters
 * set B.
 * @throws RangeError if the text is empty or contains a character outside printable ASCII
 */
export function code128(text: string): { bars: readonly Bar[]; width: number } {
  const values = valuesOf(text);
  const check = values.reduce((sum, value, at) => sum + value * Math.max(1, at), 0) % 103;
  const widths = [...values, check].map((value) => symbols[value]).join('') + stop;
  const bars: Bar[] = [];
  let x = 0;
  [...widths].forEach((digit, at) => {
    const width = Number(digit);
    if (at % 2 === 0) bars.push({ x, width });
    x += width;
  });
  return { bars, width: x };
}

function valuesOf(text: string): number[] {
  if (!/^[ -~]+$/.test(text)) throw new RangeError('Code 128 set B holds printable ASCII only');
  const pairs = /^(\d\d){2,}/.exec(text)?.[0] ?? '';
  const rest = [...text.slice(pairs.length)].map((letter) => letter.charCodeAt(0) - 32);
  if (!pairs) return [startB, ...rest];
  const digits = (pairs.match(/\d\d/g) ?? []).map(Number);
  return [startC, ...digits, ...(rest.length > 0 ? [toB, ...rest] : [])];
}
