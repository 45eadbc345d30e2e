// Where the borrower reads a setting: for each place, texts of the app and the setting's value.
import { centavos, formatPesos } from '@sandali/contract/money.ts';

/** A text of the app by its id, with values for its {names}; or the words of the setting. */
type Words = { id: string; values?: Readonly<Record<string, string>> } | { text: string };
export type Sample = {
  /** The screen, or the label of the row. */
  title: Words;
  body: Words;
  /** An announcement, a row that can be pressed, or plain words. */
  as: 'news' | 'row' | 'words';
};
type Values = Readonly<Record<string, unknown>>;

const titles: Readonly<Record<string, string>> = {
  announcement: 'title.home',
  loanApplyAnnouncement: 'title.loan',
  repaymentAnnouncement: 'title.repayment',
  telephone: 'my.service.call',
  dpoContact: 'legal.officer',
  fbAccount: 'my.service.write',
  fbUrl: 'my.follow',
  companyName: 'my.about.lender',
  companyRegNumber: 'my.about.registration',
  companyAuthNumber: 'my.about.authority',
  companyAddress: 'my.about.address',
};
const linked: ReadonlySet<string> = new Set(['telephone', 'fbAccount', 'fbUrl']);

/**
 * Returns where the borrower reads a setting; null if the app does not show it. `all` has the other
 * settings as they are. An empty list means that the app shows nothing now.
 */
export function samplesOf(name: string, value: unknown, all: Values): Sample[] | null {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const words = { text };
  if (name === 'serviceHours')
    return [
      {
        title: { id: 'my.service' },
        body: { id: 'my.service.hours', values: { hours: text } },
        as: 'words',
      },
    ];
  if (name === 'reviewMinutesMin' || name === 'reviewMinutesMax') {
    const [least, most] = [all.reviewMinutesMin, all.reviewMinutesMax];
    const values =
      name === 'reviewMinutesMin'
        ? { least: text, most: `${most}` }
        : { least: `${least}`, most: text };
    return [
      {
        title: { id: 'title.creditStatus' },
        body: { id: 'credit.wait.minutes', values },
        as: 'words',
      },
    ];
  }
  const id = titles[name];
  if (id === undefined) return null;
  const isEmpty = text.trim() === '';
  if (name === 'dpoContact' && isEmpty)
    return [{ title: { id }, body: { text: `${all.telephone}` }, as: 'words' }];
  if (isEmpty) return [];
  if (name.endsWith('nnouncement')) return [{ title: { id }, body: words, as: 'news' }];
  return [{ title: { id }, body: words, as: linked.has(name) ? 'row' : 'words' }];
}

/** Returns a text with its plain {names} filled in. */
export function fillIn(text: string, values: Readonly<Record<string, string>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Returns a stored value in the words of the desk. */
export function valueWords(name: string, value: unknown): string {
  if (value === '') return 'Empty';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (name.endsWith('Centavos'))
    return value === null ? 'No limit' : formatPesos(centavos(Number(value)));
  if (name.endsWith('Percent')) return `${value}%`;
  if (typeof value !== 'object' || value === null) return String(value);
  const languages = Object.entries(value);
  if (name !== 'copyWritingMap') return languages.map((pair) => pair.join(' ')).join(', ');
  const count = languages.reduce((sum, [, texts]) => sum + Object.keys(Object(texts)).length, 0);
  return count === 0 ? 'None is replaced' : `${count} ${count === 1 ? 'is' : 'are'} replaced`;
}
