// The entry point of the credit-line slice: a borrower's limit, and the used and held credit.
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
