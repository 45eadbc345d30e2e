// Maps request inputs to form fields. Loaded with the first write.

/** Form fields whose names differ from the names in the request. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  amountCentavos: ['amount'],
  describe: ['comment', 'amount', 'termDays'],
  provinceCode: ['barangayCode'],
  cityCode: ['barangayCode'],
};

/**
 * Returns the form field for an input's path: 'phone1' for 'contacts.1.phone', 'amount' for
 * 'payment.amountCentavos'. Returns '' if the page does not show the field.
 */
export function formFieldOf(place: string, isShown: (field: string) => boolean): string {
  const keys = place.split('.');
  const index = keys.find((key) => /^\d+$/.test(key));
  const entries = keys.filter((key) => key !== index).toReversed();
  const numbered = index === undefined ? [] : entries.map((entry) => `${entry}${index}`);
  const names = entries.flatMap((entry) => [entry, ...(otherNames[entry] ?? [])]);
  return [...numbered, ...names].find(isShown) ?? '';
}
