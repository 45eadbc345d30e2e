// The entry point of the credit-line slice: a borrower's limit, and the credit used and held.
export {
  holdCreditQuery,
  type Line,
  lineChangesOf,
  lineOf,
  linePart,
  lockLine,
  lowerLine,
  openLine,
  raiseLine,
  releaseHeldCredit,
  releaseUsedCredit,
  useCreditAgain,
  useHeldCredit,
} from './line.ts';
