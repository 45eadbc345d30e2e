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
import {
  type Served,
  serveDecision,
  serveLockedDecision,
  serveRead,
  serveSnapshot,
  serveWrite,
} from '#/context/serve.ts';
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
  lockForApply,
  showApplied,
} from './apply/apply.ts';
import {
  calc,
  loanStatementOf,
  loanStatementParts,
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
  serveSnapshot(productList, {
    parts: productParts,
    given: (ctx, _input, settings) => borrowingParams(ctx, settings),
    answer: productsFor,
  }),
  serveSnapshot(loanAgain, { parts: againParts, given: againParams, answer: againNow }),
  serveSnapshot(paychannelList, {
    parts: channelParts,
    given: (ctx, _input, settings) => channelParams(ctx, settings),
    answer: channelsFor,
  }),
  serveDecision(productCal, {
    parts: quoteParts,
    given: quoteParams,
    decide: calc,
    show: showQuote,
  }),
  serveSnapshot(loanStatement, {
    parts: loanStatementParts,
    given: ({ app }, { quoteId }) => ({ quoteId, gateway: app.bank.name }),
    answer: loanStatementOf,
  }),
  serveLockedDecision(loanApply, {
    sameBy: ({ password, ...wish }) => wish,
    before: beforeApply,
    lock: lockForApply,
    parts: applyParts,
    given: applyParams,
    decide: apply,
    show: showApplied,
  }),
  serveSnapshot(loanDetail, { parts: detailParts, given: detailParams, answer: detailOf }),
  serveSnapshot(planCal, {
    parts: planFactsParts,
    given: (_, { loanId }) => ({ loanId }),
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
