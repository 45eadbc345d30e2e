import type { CreditState } from '@sandali/contract/credit.ts';
import { type ShowType, showTypes } from '@sandali/contract/home.ts';
import { addressOf, type PathName, paths } from '#/routes/paths.ts';
import type { PictureName } from '#/ui/Picture.tsx';

/** What a status shows beside its text, and where its action leads. */
export type StatusPage = {
  picture: PictureName;
  /**
   * `loanResult` and `bill` pass the loan id on; `download` is the configured address of the app.
   */
  next: PathName | 'download';
  /** The action is due now, rather than just a way onward. */
  isUrgent: boolean;
  /**
   * Whether to query the server for the current state: `on` polls a transient state; `once` checks
   * a lasting one, because an address may be old or made up. A review's end is read from the
   * application.
   */
  asked: 'on' | 'once' | 'never';
  /** Links to customer service. */
  hasHelp?: true;
};

const still = { isUrgent: false, asked: 'never' } as const;
const passing = { isUrgent: false, asked: 'on' } as const;
const urgent = { isUrgent: true, asked: 'never' } as const;

/** Every status word of the contract. */
export const statusPages: Readonly<Record<ShowType, StatusPage>> = {
  submitted: { ...passing, picture: 'calm', next: 'creditStatus' },
  autoReview: { ...passing, picture: 'calm', next: 'creditStatus' },
  manualReview: { ...passing, picture: 'calm', next: 'creditStatus' },
  reviewDone: { ...urgent, picture: 'arrived', next: 'creditStatus' },
  rejected: { ...still, picture: 'calm', next: 'creditStatus', hasHelp: true },
  loanSubmitting: { ...passing, picture: 'calm', next: 'loanResult' },
  approving: { ...passing, picture: 'calm', next: 'loanResult', hasHelp: true },
  paying: { ...passing, picture: 'calm', next: 'loanResult', hasHelp: true },
  bankProcessing: { ...passing, picture: 'calm', next: 'loanResult', hasHelp: true },
  loanSuccess: { isUrgent: true, asked: 'once', picture: 'arrived', next: 'loanResult' },
  loanFailed: { ...urgent, asked: 'once', picture: 'cloud', next: 'loanResult', hasHelp: true },
  repaymentInProgress: { ...passing, picture: 'calm', next: 'bill', hasHelp: true },
  repaid: { ...urgent, asked: 'once', picture: 'arrived', next: 'home' },
  busy: { ...passing, picture: 'cloud', next: 'home', hasHelp: true },
  upgrade: { ...urgent, picture: 'update', next: 'download' },
};

/** Whether a status that ends a review matches the application. */
export function endsReview(word: ShowType, state: CreditState): boolean {
  return state === 'rejected' || (word === 'reviewDone' && state === 'approved');
}

/** Returns the status word of an address, or null if it is unknown. */
export function readShowType(word: string | undefined): ShowType | null {
  return showTypes.find((showType) => showType === word) ?? null;
}

/** The statuses of an application under review, and of its answer. */
export const reviewStatuses: readonly ShowType[] = [
  'submitted',
  'autoReview',
  'manualReview',
  'reviewDone',
  'rejected',
];
const onTheWay: readonly ShowType[] = ['loanSubmitting', 'approving', 'paying', 'bankProcessing'];
const ofMoney: readonly ShowType[] = [
  ...onTheWay,
  'loanSuccess',
  'loanFailed',
  'repaymentInProgress',
  'repaid',
];
const afterPaying: readonly ShowType[] = ['repaymentInProgress', 'repaid'];

/** The statuses that may follow; any other belongs to another application or loan. */
function becomes(shown: ShowType): readonly ShowType[] {
  if (reviewStatuses.includes(shown)) return reviewStatuses;
  if (onTheWay.includes(shown)) return ofMoney;
  return shown === 'busy' ? ['busy'] : afterPaying;
}

/**
 * The status that follows now that the server answers `answered` (null: nothing is under way).
 * Returns null if the shown state has ended; the screen that knows its outcome shows it.
 */
export function nextStatus(shown: ShowType, answered: ShowType | null): ShowType | null {
  const { asked } = statusPages[shown];
  if (asked === 'never' || answered === shown) return shown;
  if (answered === 'upgrade') return answered;
  if (answered !== null && becomes(shown).includes(answered)) return answered;
  return null;
}

/** The statuses that end a review; /creditStatus shows the answer. */
const reviewAnswers: readonly (ShowType | null)[] = ['reviewDone', 'rejected'];

/**
 * The address to go to when the status changes: the answer of a review, the next status, or the
 * target of its action.
 */
export function addressAfter(
  word: ShowType,
  next: ShowType | null,
  loanId: string | undefined,
): string {
  if (reviewAnswers.includes(next)) return paths.creditStatus;
  return next ? addressOf('status', { showType: next, loanId }) : addressOfNext(word, loanId, '');
}

/** The address of a status's action; home or the orders without a loan or a download address. */
export function addressOfNext(
  word: ShowType,
  loanId: string | undefined,
  downloadUrl: string,
): string {
  const { next } = statusPages[word];
  if (next === 'download') return downloadUrl || paths.home;
  if (next === 'loanResult') return loanId ? addressOf('loanResult', { loanId }) : paths.home;
  if (next === 'bill') return loanId ? addressOf('bill', { loanId }) : paths.orders;
  return paths[next];
}
