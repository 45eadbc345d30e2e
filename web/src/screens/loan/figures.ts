/** Hundredths of a percent as written: 11939 is '119.39 %', 190 is '1.9 %', 100 is '1 %'. Rates and basis points alike; by digits, without division. */
export function percent(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0');
  const decimals = digits.slice(-2).replace(/0+$/, '');
  return `${digits.slice(0, -2)}${decimals && `.${decimals}`} %`;
}

/** The circulars that cap prices, by the versions that prices carry (SEC Memorandum Circulars 3 s.2022 and 14 s.2025). */
const rules: Record<string, string> = {
  'sec-mc-3-2022': 'SEC MC No. 3, s. 2022',
  'sec-mc-14-2025': 'SEC MC No. 14, s. 2025',
};

/** The name of the rule that a price was held to; a newer one is shown by its version. */
export function ruleName(version: string): string {
  return rules[version] ?? version;
}
