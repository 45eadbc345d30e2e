/** The button before and after it was pressed: a link is not got as a code is. */
export const buttonTexts = {
  code: ['repayment.choose.get', 'repayment.choose.getting'],
  link: ['repayment.choose.next', 'repayment.choose.opening'],
} as const;
