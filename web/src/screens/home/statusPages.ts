import type { CreditState } from '@sandali/contract/credit.ts';
import { type ShowType, showTypes } from '@sandali/contract/home.ts';
import { addressOf, type PathName, paths } from '#/routes/paths.ts';
import type { PictureName } from '#/ui/Picture.tsx';

/** What a status shows beside its words, and where its one action leads. */
export type StatusPage = {
  picture: PictureName;
  /**
   * `loanResult` and `bill` take the loan along; `download` is the configured address of the app.
   */
  next: PathName | 'download';
  /** The action is the thing to do now, and not only the way on. */
  isUrgent: boolean;
  /**
   * Whether the server is queried for the present state: repeatedly while the state is transient;
   * once for a loan whose state is final or lasts, as an address may be old or of nobody. The end
   * of a review is read from the application.
   */
  asked: 'on' | 'once' | 'never';
  /** Somebody may want to ask a person: customer service is at hand. */
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

/** Whether a word about a review's end holds for the application. */
export function endsReview(word: ShowType, state: CreditState): boolean {
  return state === 'rejected' || (word === 'reviewDone' && state === 'approved');
}

/** Reads the word of an address; null for one that nobody knows. */
export function readShowType(word: string | undefined): ShowType | null {
  return showTypes.find((one) => one === word) ?? null;
}

/** The words of an application under review, and of its answer. */
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

/** The states that each state may change to; any other state is of another application or loan. */
function becomes(shown: ShowType): readonly ShowType[] {
  if (reviewStatuses.includes(shown)) return reviewStatuses;
  if (onTheWay.includes(shown)) return ofMoney;
  return shown === 'busy' ? ['busy'] : afterPaying;
}

/**
 * The word that a status has become, now that the server says `answered` (null: nothing is going
 * on). Null where what it spoke of is over: how it ended is said by the screen that knows it, and
 * not guessed here.
 */
export function nextStatus(shown: ShowType, answered: ShowType | null): ShowType | null {
  const { asked } = statusPages[shown];
  if (asked === 'never' || answered === shown) return shown;
  if (answered === 'upgrade') return answered;
  if (answered !== null && becomes(shown).includes(answered)) return answered;
  return null;
}

/** The words that end a review: /creditStatus shows the answer itself. */
const reviewAnswers: readonly (ShowType | null)[] = ['reviewDone', 'rejected'];

/**
 * Where the page goes when its state changes: to the answer of a review, to the next word, or, when
 * that is unknown, where its action leads.
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
 * Where the action of a status leads: without the loan, or the download's address, to what knows
 * all of them.
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
