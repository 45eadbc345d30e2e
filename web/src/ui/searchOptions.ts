/**
 * One answer of a searchable list. `also` holds other words it may be found by (an old name, a
 * short name).
 */
export type SearchOption = {
  value: string;
  label: string;
  detail?: string | undefined;
  also?: string | undefined;
};

/**
 * A text without case, accents and what nobody sees, so that 'Parañaque' is found by 'paranaque',
 * also in letters of full width. Its length may differ from the original's.
 */
export function foldCase(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?!\s)[\p{M}\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .toLowerCase();
}

/**
 * The answers that hold every word of the query, those beginning with it first, otherwise in the
 * given order.
 */
export function searchOptions<A extends SearchOption>(
  answers: readonly A[],
  query: string,
): readonly A[] {
  const words = foldCase(query).split(/\s+/).filter(Boolean);
  const first = words[0];
  if (first === undefined) return answers;
  const found = answers.filter((one) => {
    const text = foldCase(`${one.label} ${one.detail ?? ''} ${one.also ?? ''}`);
    return words.every((word) => text.includes(word));
  });
  return found.sort(
    (one, other) =>
      Number(foldCase(other.label).startsWith(first)) -
      Number(foldCase(one.label).startsWith(first)),
  );
}

/**
 * Cuts a label into pieces, those that answer the query's first word marked; the pieces joined give
 * the label.
 */
export function markHits(
  label: string,
  query: string,
): readonly { text: string; isHit: boolean }[] {
  const word = foldCase(query.trim().split(/\s+/)[0] ?? '');
  const letters = [...label.normalize('NFC')];
  const folded = letters.map(foldCase);
  for (let at = 0; word && at < letters.length; at++) {
    let end = at;
    let text = '';
    while (end < letters.length && text.length < word.length) text += folded[end++] ?? '';
    if (text !== word) continue;
    const pieces = [letters.slice(0, at), letters.slice(at, end), letters.slice(end)].map((piece) =>
      piece.join(''),
    );
    return pieces
      .map((piece, index) => ({ text: piece, isHit: index === 1 }))
      .filter((piece) => piece.text);
  }
  return [{ text: label, isHit: false }];
}
