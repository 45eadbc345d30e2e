// Amounts as people and attackers type them: the field takes off the peso sign, blanks and commas; what is left is read in exact forms only.
import { cleanPesosInput, formatPesos, parsePesos } from '@sandali/contract/money.ts';
import { type BatteryTest, Findings } from '#/test.ts';

/** What strings are put together from: digits of several scripts, signs, separators, exponents, things that other parsers take. */
const pieces = [
  ...'0123456789',
  ...['00', '000', '60000', '.', '.', '.5', '.50', ',', ',000', ' ', '\u00a0', '₱', 'PHP', 'php', '-', '+', '−', 'e', 'E3', 'x', '0x', 'n'],
  ...['Infinity', 'NaN', '１', '٣', '६', '\u200b', '\u0000', '\n', '₫', '$', '/', '%', "'", '_', '²', '½', 'O', 'l', '()'],
];

/** The same question answered without a pattern: letter by letter, in bigints. Null where the text is no amount in its exact form. */
function readSlowly(text: string): bigint | null {
  const [whole = '', cents, ...more] = text.split('.');
  const areDigits = (part: string) => part.length > 0 && [...part].every((letter) => letter >= '0' && letter <= '9' && letter.length === 1);
  if (more.length > 0 || !areDigits(whole) || whole.length > 10 || (whole.length > 1 && whole.startsWith('0'))) return null;
  if (cents !== undefined && (!areDigits(cents) || cents.length !== 2)) return null;
  return BigInt(whole) * 100n + BigInt(cents ?? 0);
}

/** Removes separators between the digits of an amount. */
function strip(text: string): string {
  const bare = [...text].filter((letter) => letter !== '₱' && letter !== ',' && letter.trim() !== '').join('');
  return bare.replaceAll(/php/gi, '');
}

export const amounts: BatteryTest = {
  name: 'loans-amounts',
  about: '200,000 amount strings: taken in exact forms only, to the centavo, and never as something else than what stands there',
  async run({ chance, isQuick }) {
    const findings = new Findings();
    const counts = { strings: isQuick ? 20_000 : 200_000, taken: 0, cleaned: 0, refused: 0 };
    for (let nth = 0; nth < counts.strings; nth += 1) {
      const text = Array.from({ length: 1 + Math.floor(chance() * 7) }, () => pieces[Math.floor(chance() * pieces.length)]).join('');
      const [exact, shouldBeExact] = [parsePesos(text), readSlowly(text)];
      const same = (amount: number | null, should: bigint | null) => (amount === null ? should === null : BigInt(amount) === should);
      findings.expect(same(exact, shouldBeExact), `${JSON.stringify(text)} is read as ${exact}`);
      const cleaned = parsePesos(cleanPesosInput(text));
      findings.expect(same(cleaned, readSlowly(strip(text))), `${JSON.stringify(text)} typed is read as ${cleaned}`);
      if (exact !== null) {
        counts.taken += 1;
        findings.expect(parsePesos(cleanPesosInput(formatPesos(exact))) === exact, `${exact} does not come back from how it is shown`);
      } else if (cleaned !== null) counts.cleaned += 1;
      else counts.refused += 1;
    }
    findings.expect(Math.min(counts.taken, counts.cleaned, counts.refused) > 0, 'a kind of string was never drawn');
    return findings.outcome(counts);
  },
};
