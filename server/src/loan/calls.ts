// The loan slice's calls.

import { billStatement, billStatementFile } from '@sandali/contract/accountStatement.ts';
import { productExample } from '@sandali/contract/example.ts';
import {
  loanAgain,
  loanApply,
  loanDetail,
  paychannelList,
  productCal,
  productList,
} from '@sandali/contract/loan.ts';
import { loanStatement } from '@sandali/contract/loanText.ts';
import { planApply, planCal } from '@sandali/contract/plan.ts';
import { type Served, serveRead, serveWrite } from '#/context/serve.ts';
import { accountStatementOf } from './account-statement/account-statement.ts';
import {
  allowAccountStatementAgain,
  allowAccountStatementFile,
  showAccountStatementFile,
} from './account-statement/account-statement-file.ts';
import { againNow, againParams, againParts } from './apply/again.ts';
import {
  apply,
  applyParams,
  applyParts,
  beforeApply,
  comparePassword,
  lockForApply,
  showApplied,
} from './apply/apply.ts';
import {
  loanStatementOf,
  loanStatementParts,
  priceAndQuote,
  quoteParams,
  quoteParts,
  showQuote,
} from './apply/calc.ts';
import { examplesNow } from './apply/example.ts';
import { borrowingParams } from './apply/may-borrow.ts';
import {
  channelParams,
  channelParts,
  channelsFor,
  productParts,
  productsFor,
} from './apply/products.ts';
import { detailOf, detailParams, detailParts } from './detail.ts';
import { calculatePlan, planFactsParts, showPlan, takePlan } from './plan/plan.ts';

export const loanCalls: Served[] = [
  serveRead(productExample, examplesNow),
  serveRead(productList, {
    parts: productParts,
    params: borrowingParams,
    answer: productsFor,
  }),
  serveRead(loanAgain, { parts: againParts, params: againParams, answer: againNow }),
  serveRead(paychannelList, {
    parts: channelParts,
    params: channelParams,
    answer: channelsFor,
  }),
  serveWrite(productCal, {
    first: { parts: quoteParts, params: quoteParams },
    before: priceAndQuote,
    run: async (_ctx, _tx, _input, quote) => quote,
    show: showQuote,
  }),
  serveRead(loanStatement, {
    parts: loanStatementParts,
    params: ({ app }, { quoteId }) => ({ quoteId, gateway: app.bank.name }),
    answer: loanStatementOf,
  }),
  serveWrite(loanApply, {
    sameBy: ({ password, ...wish }) => wish,
    first: beforeApply,
    before: comparePassword,
    lock: lockForApply,
    parts: applyParts,
    params: applyParams,
    decide: apply,
    show: showApplied,
  }),
  serveRead(loanDetail, { parts: detailParts, params: detailParams, answer: detailOf }),
  serveRead(planCal, {
    parts: planFactsParts,
    params: (_, { loanId }) => ({ loanId }),
    answer: calculatePlan,
  }),
  serveWrite(planApply, { run: takePlan, show: showPlan }),
  serveRead(billStatement, accountStatementOf),
  serveWrite(billStatementFile, {
    run: allowAccountStatementFile,
    show: showAccountStatementFile,
    again: allowAccountStatementAgain,
  }),
];
