// The characters that the fonts of our documents contain, from Latin with all accents to Chinese.
// `platform/pdf/letters.test.ts` compares them with the fonts.

const drawn =
  /[\s\u0020-\u007e\u00a0-\u036f\u0400-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a0-\u20c0\u2100-\u214f\u2190-\u2199\u2212\u2260\u2264-\u2265\u2713\u3001-\u303f\u3041-\u3096\u3099-\u30ff\u3400-\u4db5\u4e00-\u9fef\uff01-\uff9f\uffe0-\uffe6]/u;
/** Invisible characters, such as the joiner between the parts of an emoji. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/** Characters that text.ts removes before text is stored. */
const removed = /[\p{Cc}\p{Co}\p{Cs}]/u;
/** Emoji, and the characters that colour or join them. */
const emoji = /[\p{Extended_Pictographic}\p{Emoji_Component}]/u;
/** A letter with more marks than any language uses. */
const stack = /.?\p{M}{4,}/su;

const mostNamed = 5;

const isDrawn = (sign: string) => drawn.test(sign) || unseen.test(sign) || removed.test(sign);

/** Returns up to five different characters in a text that a document cannot show. */
export function undrawnLetters(text: string): string[] {
  const stacked = stack.exec(text)?.[0];
  const signs = [...text].filter((sign) => !isDrawn(sign));
  return [...new Set([...(stacked ? [[...stacked].slice(0, 5).join('')] : []), ...signs])].slice(
    0,
    mostNamed,
  );
}

/** Works like `undrawnLetters`, but ignores emoji, which messages to the lender may contain. */
export function undrawnInMessage(text: string): string[] {
  return undrawnLetters(
    text.replace(new RegExp(emoji, 'gu'), (sign) => (isDrawn(sign) ? sign : '')),
  );
}

/** Replaces each character that a document cannot show with its code point: '[U+1F64F]'. */
export function drawableText(text: string): string {
  return Array.from(text, (sign) => {
    if (drawn.test(sign)) return sign;
    if (unseen.test(sign)) return '';
    return `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
  }).join('');
}
