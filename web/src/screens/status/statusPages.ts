import { type ShowType, showTypes } from '@sandali/contract/home.ts';
import { addressOf, type PathName, paths } from '#/paths.ts';
import type { PictureName } from '#/ui/Picture.tsx';

/** What a status shows beside its words, and where its one action leads. */
export type StatusPage = {
  picture: PictureName;
  /** `loanResult` takes the loan along; `download` is the configured address of the app. */
  next: PathName | 'download';
  /** The action is the thing to do now, and not only the way on. */
  isUrgent: boolean;
  /** The state passes by itself, so the server is asked again and again. */
  isPassing: boolean;
};

const still = { isUrgent: false, isPassing: false } as const;
const passing = { isUrgent: false, isPassing: true } as const;
const urgent = { isUrgent: true, isPassing: false } as const;

/** Every status word of the contract. */
export const statusPages: Readonly<Record<ShowType, StatusPage>> = {
  submitted: { ...passing, picture: 'calm', next: 'creditStatus' },
  autoReview: { ...passing, picture: 'calm', next: 'creditStatus' },
  manualReview: { ...passing, picture: 'calm', next: 'creditStatus' },
  reviewDone: { ...urgent, picture: 'arrived', next: 'creditStatus' },
  rejected: { ...still, picture: 'calm', next: 'creditStatus' },
  loanSubmitting: { ...passing, picture: 'calm', next: 'loanResult' },
  approving: { ...passing, picture: 'calm', next: 'loanResult' },
  paying: { ...passing, picture: 'calm', next: 'loanResult' },
  bankProcessing: { ...passing, picture: 'calm', next: 'loanResult' },
  loanSuccess: { ...urgent, picture: 'arrived', next: 'loanResult' },
  loanFailed: { ...urgent, picture: 'cloud', next: 'loan' },
  repaymentInProgress: { ...still, picture: 'calm', next: 'orders' },
  repaid: { ...urgent, picture: 'arrived', next: 'home' },
  busy: { ...still, picture: 'cloud', next: 'home' },
  upgrade: { ...urgent, picture: 'update', next: 'download' },
};

/** Reads the word of an address; null for one that nobody knows. */
export function readShowType(word: string | undefined): ShowType | null {
  return showTypes.find((one) => one === word) ?? null;
}

const ofReview: readonly ShowType[] = ['submitted', 'autoReview', 'manualReview', 'reviewDone', 'rejected'];

/**
 * The word that a passing status has become, now that the server says `answered` (null: nothing is going on). Null where what it spoke of is
 * over: how it ended is said by the screen that knows it, and not guessed here.
 */
export function followed(shown: ShowType, answered: ShowType | null): ShowType | null {
  if (!statusPages[shown].isPassing || answered === shown) return shown;
  if (answered === null) return null;
  return isOfReview(shown) === isOfReview(answered) && (isOfReview(shown) || isOfLoan(answered)) ? answered : null;
}

function isOfReview(word: ShowType): boolean {
  return ofReview.includes(word);
}

function isOfLoan(word: ShowType): boolean {
  return word === 'loanFailed' || (statusPages[word].isPassing && !isOfReview(word));
}

/** Where the action of a status leads: without the loan, or the download's address, home. */
export function addressOfNext(word: ShowType, loanId: string | undefined, downloadUrl: string): string {
  const { next } = statusPages[word];
  if (next === 'download') return downloadUrl || paths.home;
  if (next === 'loanResult') return loanId ? addressOf('loanResult', { loanId }) : paths.home;
  return paths[next];
}
