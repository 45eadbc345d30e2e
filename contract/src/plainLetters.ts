/** Letters that Unicode does not decompose into letter and mark, with their plain replacements. */
const alike: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ł: 'l',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};
const apostrophes = /['’‘`´ʼʻꞌ′]/gu;

/**
 * Normalises a name for comparison: lowercase, without marks or apostrophes. 'Đặng' becomes
 * 'dang', "D'Angelo" becomes 'dangelo'.
 */
export function plainLetters(name: string): string {
  return name
    .replace(apostrophes, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[đðøłıßæœ]/g, (letter) => alike[letter] ?? letter);
}
