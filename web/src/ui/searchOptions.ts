/** An option in a searchable list. `also` has more search words, such as a former or short name. */
export type SearchOption = {
  value: string;
  label: string;
  detail?: string | undefined;
  also?: string | undefined;
};

/**
 * Removes case, accents and invisible characters, and converts full-width letters to ASCII, so that
 * 'paranaque' matches 'Parañaque'. The length of the text may change.
 */
export function foldCase(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?!\s)[\p{M}\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .toLowerCase();
}

/**
 * Returns the options that match every word of the query. Labels that begin with the query come
 * first.
 */
export function searchOptions<A extends SearchOption>(
  answers: readonly A[],
  query: string,
): readonly A[] {
  const words = foldCase(query).split(/\s+/).filter(Boolean);
  const first = words[0];
  if (first === undefined) return answers;
  const matches = answers.filter(({ label, detail, also }) => {
    const text = foldCase(`${label} ${detail ?? ''} ${also ?? ''}`);
    return words.every((word) => text.includes(word));
  });
  return matches.sort(
    (left, right) =>
      Number(foldCase(right.label).startsWith(first)) -
      Number(foldCase(left.label).startsWith(first)),
  );
}

/** Splits a label into pieces, and marks the piece that matches the first word of the query. */
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
