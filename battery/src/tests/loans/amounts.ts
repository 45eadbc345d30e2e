// Checks how random strings are read as amounts. Only exact amounts may be accepted, never a guess.
import { formatPesos, parsePesos, readPesos } from '@sandali/contract/money.ts';
import { type BatteryTest, Findings } from '#/test.ts';

/**
 * Pieces of the generated strings: digits, signs, separators, exponents, and syntax that other
 * parsers accept.
 */
const pieces = [
  ...'0123456789',
  ...[
    '00',
    '000',
    '60000',
    '.',
    '.',
    '.5',
    '.50',
    ',',
    ',000',
    ' ',
    '\u00a0',
    '₱',
    'PHP',
    'php',
    '-',
    '+',
    '−',
    'e',
    'E3',
    'x',
    '0x',
    'n',
  ],
  ...[
    'Infinity',
    'NaN',
    '１',
    '٣',
    '६',
    '\u200b',
    '\u0000',
    '\n',
    '₫',
    '$',
    '/',
    '%',
    "'",
    '_',
    '²',
    '½',
    'O',
    'l',
    '()',
  ],
];

/**
 * A second implementation that reads character by character, without a regular expression. Returns
 * centavos, or null if the text is not an exact amount.
 */
function readSlowly(text: string): bigint | null {
  const [whole = '', cents, ...more] = text.split('.');
  const areDigits = (part: string) =>
    part.length > 0 &&
    [...part].every((letter) => letter >= '0' && letter <= '9' && letter.length === 1);
  if (
    more.length > 0 ||
    !areDigits(whole) ||
    whole.length > 10 ||
    (whole.length > 1 && whole.startsWith('0'))
  )
    return null;
  if (cents !== undefined && (!areDigits(cents) || cents.length !== 2)) return null;
  return BigInt(whole) * 100n + BigInt(cents ?? 0);
}

const isDigits = (part: string) =>
  part.length > 0 && [...part].every((letter) => letter >= '0' && letter <= '9');
const invisible = /[\p{Cc}\p{Cf}\p{DI}]/u;

/** Whether a tab or line break separates two digits, which then belong to two amounts. */
function areTwoAmounts(letters: readonly string[]): boolean {
  let before = '';
  let hasBreak = false;
  for (const letter of letters) {
    if (letter.trim() === '') hasBreak ||= '\t\n\v\f\r'.includes(letter);
    else if (!invisible.test(letter)) {
      if (hasBreak && isDigits(before) && isDigits(letter)) return true;
      before = letter;
      hasBreak = false;
    }
  }
  return false;
}

/**
 * Reads a typed amount, which may have a currency before or after it, one kind of separator between
 * groups of three digits, and one or two decimals. Returns centavos or null.
 */
function readTypedSlowly(typed: string): bigint | null {
  const letters = [...typed].map((letter) => ({ '１': '1', '٣': '3' })[letter] ?? letter);
  if (areTwoAmounts(letters)) return null;
  const visible = letters
    .map((letter) => (letter.trim() === '' ? ' ' : letter))
    .filter((letter) => !invisible.test(letter));
  let text = visible.join('').split(' ').filter(Boolean).join(' ');
  for (const sign of ['₱', 'php']) {
    if (!text.toLowerCase().startsWith(sign)) continue;
    text = text.slice(sign.length).trim();
    break;
  }
  for (const sign of ['₱', 'php']) {
    if (!text.toLowerCase().endsWith(sign)) continue;
    text = text.slice(0, -sign.length).trim();
    break;
  }
  const [whole = '', decimals, ...more] = text.split('.');
  if (more.length > 0 || (decimals !== undefined && (!isDigits(decimals) || decimals.length > 2)))
    return null;
  const separators = [',', ' '].filter((sign) => whole.includes(sign));
  const groups = separators.length === 1 ? whole.split(separators[0] as string) : [whole];
  if (separators.length > 1 || !groups.every(isDigits)) return null;
  const [first = '', ...later] = groups;
  if (
    later.length > 0 &&
    (first.length > 3 || first.startsWith('0') || later.some((group) => group.length !== 3))
  )
    return null;
  const digits = groups.join('');
  const amount = BigInt(digits);
  return amount > 9_999_999_999n ? null : amount * 100n + BigInt((decimals ?? '').padEnd(2, '0'));
}

export const amounts: BatteryTest = {
  name: 'loans-amounts',
  about: '200,000 amount strings: accepted only in exact forms, to the centavo',
  async run({ random, isQuick }) {
    const findings = new Findings();
    const counts = { strings: isQuick ? 20_000 : 200_000, taken: 0, cleaned: 0, refused: 0 };
    for (let nth = 0; nth < counts.strings; nth += 1) {
      const text = Array.from(
        { length: 1 + Math.floor(random() * 7) },
        () => pieces[Math.floor(random() * pieces.length)],
      ).join('');
      const [exact, shouldBeExact] = [parsePesos(text), readSlowly(text)];
      const same = (amount: number | null, should: bigint | null) =>
        amount === null ? should === null : BigInt(amount) === should;
      findings.expect(same(exact, shouldBeExact), `${JSON.stringify(text)} is read as ${exact}`);
      const typed = readPesos(text);
      const cleaned = 'fault' in typed ? null : typed.amountCentavos;
      findings.expect(
        same(cleaned, readTypedSlowly(text)),
        `${JSON.stringify(text)} typed is read as ${cleaned}`,
      );
      if (exact !== null) {
        counts.taken += 1;
        const shown = readPesos(formatPesos(exact));
        findings.expect(
          'amountCentavos' in shown && shown.amountCentavos === exact,
          `${exact} is not read back from its displayed form`,
        );
      } else if (cleaned !== null) counts.cleaned += 1;
      else counts.refused += 1;
    }
    findings.expect(
      Math.min(counts.taken, counts.cleaned, counts.refused) > 0,
      'a kind of string was never drawn',
    );
    return findings.outcome(counts);
  },
};
