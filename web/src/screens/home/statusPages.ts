import type { CreditState } from '@sandali/contract/credit.ts';
import { type ShowType, showTypes } from '@sandali/contract/home.ts';
import { addressOf, type PathName, paths } from '#/routes/paths.ts';
import type { PictureName } from '#/ui/Picture.tsx';

/** What a status page shows in addition to its text, and where its action leads. */
export type StatusPage = {
  picture: PictureName;
  /**
   * The action's target. `loanResult` and `bill` receive the loan id; `download` is the configured
   * address of the app.
   */
  next: PathName | 'download';
  /** Whether the action is due now, and not only a way to continue. */
  isUrgent: boolean;
  /**
   * Whether to query the server. `on` polls a transient state. `once` checks a lasting one, since
   * an address may be outdated or made up. The application itself confirms the end of a review.
   */
  polling: 'on' | 'once' | 'never';
  /** Whether the page links to customer service. */
  hasHelp?: true;
};

const still = { isUrgent: false, polling: 'never' } as const;
const passing = { isUrgent: false, polling: 'on' } as const;
const urgent = { isUrgent: true, polling: 'never' } as const;

/** The page for each status word in the contract. */
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
  loanSuccess: { isUrgent: true, polling: 'once', picture: 'arrived', next: 'loanResult' },
  loanFailed: { ...urgent, polling: 'once', picture: 'cloud', next: 'loanResult', hasHelp: true },
  repaymentInProgress: { ...passing, picture: 'calm', next: 'bill', hasHelp: true },
  repaid: { ...urgent, polling: 'once', picture: 'arrived', next: 'home' },
  busy: { ...passing, picture: 'cloud', next: 'home', hasHelp: true },
  upgrade: { ...urgent, picture: 'update', next: 'download' },
};

/** Whether a status that ends a review matches the application. */
export function endsReview(word: ShowType, state: CreditState): boolean {
  return state === 'rejected' || (word === 'reviewDone' && state === 'approved');
}

/** Returns the status word in an address, or null if it is unknown. */
export function readShowType(word: string | undefined): ShowType | null {
  return showTypes.find((showType) => showType === word) ?? null;
}

/** The statuses of an application under review and of its decision. */
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

/**
 * Returns the statuses that may follow the shown one; any other status belongs to another
 * application or loan.
 */
function followingStatuses(shown: ShowType): readonly ShowType[] {
  if (reviewStatuses.includes(shown)) return reviewStatuses;
  if (onTheWay.includes(shown)) return ofMoney;
  return shown === 'busy' ? ['busy'] : afterPaying;
}

/**
 * Returns the status to show after the server reports `answered` (null if nothing is under way).
 * Returns null if the shown state is over and another screen shows the outcome.
 */
export function nextStatus(shown: ShowType, answered: ShowType | null): ShowType | null {
  const { polling } = statusPages[shown];
  if (polling === 'never' || answered === shown) return shown;
  if (answered === 'upgrade') return answered;
  if (answered !== null && followingStatuses(shown).includes(answered)) return answered;
  return null;
}

/** The statuses that end a review; /creditStatus shows the decision. */
const reviewAnswers: readonly (ShowType | null)[] = ['reviewDone', 'rejected'];

/**
 * Returns the address to open when the status changes: that of the decision on a review, of the
 * next status, or of the action's target.
 */
export function addressAfter(
  word: ShowType,
  next: ShowType | null,
  loanId: string | undefined,
): string {
  if (reviewAnswers.includes(next)) return paths.creditStatus;
  return next ? addressOf('status', { showType: next, loanId }) : addressOfNext(word, loanId, '');
}

/**
 * Returns the address to which a status page's action leads. Without a loan or a download address,
 * returns the home screen or the orders.
 */
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
