/** Hundredths of a percent as written: 11939 is '119.39 %', 190 is '1.9 %', 100 is '1 %'. Rates and basis points alike; by digits, without division. */
export function percent(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0');
  const decimals = digits.slice(-2).replace(/0+$/, '');
  return `${digits.slice(0, -2)}${decimals && `.${decimals}`} %`;
}
