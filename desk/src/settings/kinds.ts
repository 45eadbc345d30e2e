// What each setting is for, and how it is typed. The server decides which settings exist. A setting
// that is missing here stands under "Other", and is typed as on the command line.
import type { DeclaredCommand, Typing } from '@sandali/contract/commands.ts';
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { wordsOfName } from '#/ui/words.ts';

export type Kind = {
  /** The name on the screen, if the words of its name do not fit. */
  title?: string;
  group: string;
  about: string;
  typing: Typing;
  /** The text that switches it off, and the button that sends it. */
  off?: { label: string; text: string };
};

const empty = { label: 'Make it empty', text: '' };

const line: Typing = { as: 'text' };
const lines: Typing = { as: 'text', isLong: true };
const number: Typing = { as: 'text', pattern: '\\d{1,5}', like: '30' };
const yesNo: Typing = { as: 'choice', of: { yes: 'true', no: 'false' } };

const announcements = 'Announcements and texts';
const contact = 'Contact and links';
const lender = 'The lender';
const lending = 'Lending';
const review = 'Review';
const app = 'The app';

const kinds: Readonly<Record<string, Kind>> = {
  announcement: {
    title: 'Announcement at home',
    group: announcements,
    about: 'Stands above the home screen until the borrower closes it. Empty shows none.',
    typing: lines,
    off: empty,
  },
  loanApplyAnnouncement: {
    title: 'Announcement before a loan',
    group: announcements,
    about: 'Stands above the choice of a loan. Empty shows none.',
    typing: lines,
    off: empty,
  },
  repaymentAnnouncement: {
    title: 'Announcement before repaying',
    group: announcements,
    about: 'Stands above the ways to repay. Empty shows none.',
    typing: lines,
    off: empty,
  },
  copyWritingMap: {
    title: 'Texts of the app',
    group: announcements,
    about:
      'Replaces texts of the app, by language and the id of the text. A text keeps its {values}. Agreements change only with a release.',
    typing: lines,
  },
  telephone: { group: contact, about: 'The number that borrowers call.', typing: line },
  serviceHours: { group: contact, about: 'When somebody answers that number.', typing: line },
  dpoContact: {
    title: 'Data Protection Officer',
    group: contact,
    about:
      'The address or number of the Data Protection Officer. If it is empty, the telephone stands there.',
    typing: line,
    off: empty,
  },
  fbAccount: {
    title: 'Messenger account',
    group: contact,
    about: 'The account that Messenger opens. Empty hides the chat.',
    typing: line,
    off: empty,
  },
  fbUrl: {
    title: 'Facebook page',
    group: contact,
    about: 'The page on Facebook. Empty hides the link.',
    typing: line,
    off: empty,
  },
  downloadUrl: {
    title: 'Download link',
    group: contact,
    about: 'Where the app is downloaded: a shop, or this server.',
    typing: line,
    off: empty,
  },
  companyName: { group: lender, about: 'The name of the lender in the app.', typing: line },
  companyRegNumber: {
    title: 'SEC registration',
    group: lender,
    about: 'The SEC registration number.',
    typing: line,
  },
  companyAuthNumber: {
    title: 'Certificate of authority',
    group: lender,
    about: 'The certificate of authority.',
    typing: line,
  },
  companyAddress: { group: lender, about: 'The registered address, on documents.', typing: line },
  dailyBudgetCentavos: {
    title: 'Daily budget',
    group: lending,
    about: 'How much may be lent on one business day, which begins at 10:00.',
    typing: { as: 'text', pattern: '₱ ?[\\d,]{1,15}(\\.\\d\\d)?', like: '₱5,000,000' },
    off: { label: 'Remove the limit', text: 'null' },
  },
  dueShareMostPercent: {
    title: 'Share of income that may fall due',
    group: lending,
    about: 'The percentage of a pay period’s income that may fall due within it.',
    typing: number,
  },
  belowShare: {
    title: 'Income too low for a loan',
    group: lending,
    about: 'What happens if an income is too low for any loan within that share.',
    typing: { as: 'choice', of: { person: 'person', refuse: 'refuse' } },
  },
  requireBankCard: {
    title: 'Bank account needed',
    group: lending,
    about: 'Whether a borrower needs a bank account before borrowing.',
    typing: yesNo,
  },
  reviewMinutesMin: {
    title: 'Promised minutes, at least',
    group: review,
    about: 'The fewest minutes that the app promises for a decision.',
    typing: number,
  },
  reviewMinutesMax: {
    title: 'Promised minutes, at most',
    group: review,
    about: 'The most minutes that the app promises for a decision.',
    typing: number,
  },
  reviewAlarmMinutes: {
    title: 'Late after minutes',
    group: review,
    about: 'After so many minutes of calling hours, an application that nobody took is late.',
    typing: number,
  },
  reviewProposalDays: {
    title: 'Days of a proposed limit',
    group: review,
    about: 'Days after which a proposed limit expires.',
    typing: number,
  },
  smsSwitch: {
    title: 'Login by SMS',
    group: app,
    about: 'Whether a borrower may log in by a code in an SMS, besides the password.',
    typing: yesNo,
  },
  appDownload: {
    title: 'Offer of the download',
    group: app,
    about: 'Whether the app offers its download.',
    typing: yesNo,
  },
  minVersion: {
    title: 'Oldest version',
    group: app,
    about: 'The oldest version of the app that still works; an older one asks for an update.',
    typing: line,
  },
  sandboxRails: {
    title: 'Limits of rails in the sandbox',
    group: app,
    about: 'Whether the sandbox applies the limits and hours of InstaPay and PESONet.',
    typing: yesNo,
  },
};
const other: Kind = { group: 'Other', about: '', typing: lines };

/** The groups in the order in which the screen shows them. */
export const groups: readonly string[] = [
  announcements,
  contact,
  lender,
  lending,
  review,
  app,
  other.group,
];

/** Settings that the switches change; the screen shows the switches instead. */
export const switchSettings: ReadonlySet<string> = new Set([
  'payoutsOn',
  'applicationsOn',
  'smsOn',
  'gatewaysOff',
]);

/** Returns a setting's name on the screen. */
export const titleOf = (name: string): string => kinds[name]?.title ?? wordsOfName(name);

/** Returns a switch's name on the screen: 'sms' is 'SMS'. */
export const switchTitle = (name: string): string => wordsOfName(name).replace(/^Sms/, 'SMS');

export const kindOf = (name: string): Kind => kinds[name] ?? other;

/** Returns `config set` with the new value typed as this setting is. */
export function editorOf(command: DeclaredCommand, name: string): DeclaredCommand {
  const { typing, about } = kindOf(name);
  const [first = ''] = about.split(/(?<=\.) /);
  return {
    ...command,
    arguments: command.arguments.map((argument) =>
      argument.key === 'text' ? { ...argument, typing, about: first } : argument,
    ),
  };
}

/** Returns a value as it is typed: a text as it is, an amount in pesos, anything else as JSON. */
export function typedValueOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && name.endsWith('Centavos')) return formatPesos(centavos(value));
  const { typing } = kindOf(name);
  const text = JSON.stringify(value, null, typing.as === 'text' && typing.isLong ? 2 : 0);
  if (typing.as !== 'choice') return text;
  return Object.keys(typing.of).find((word) => typing.of[word] === text) ?? text;
}
