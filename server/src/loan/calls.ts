// The loan slice's calls.

import { billStatement, billStatementFile } from '@sandali/contract/accountStatement.ts';
import { billList, loanApply, loanDetail, paychannelList, productCal, productList } from '@sandali/contract/loan.ts';
import { loanStatement } from '@sandali/contract/loanText.ts';
import { type Served, serveRead, serveWrite } from '#/context/serve.ts';
import { accountStatementOf } from './account-statement/account-statement.ts';
import {
  allowAccountStatementAgain,
  allowAccountStatementFile,
  showAccountStatementFile,
} from './account-statement/account-statement-file.ts';
import { apply, prepareApply, showApplied } from './apply/apply.ts';
import { calc, loanStatementOf, showQuote } from './apply/calc.ts';
import { channelsFor, productsFor } from './apply/products.ts';
import { listOf } from './bills.ts';
import { detailOf } from './detail.ts';

export const loanCalls: Served[] = [
  serveRead(productList, productsFor),
  serveRead(paychannelList, channelsFor),
  serveWrite(productCal, { run: calc, show: showQuote }),
  serveRead(loanStatement, loanStatementOf),
  serveWrite(loanApply, { before: prepareApply, sameBy: ({ password, ...wish }) => wish, run: apply, show: showApplied }),
  serveRead(loanDetail, detailOf),
  serveRead(billList, listOf),
  serveRead(billStatement, accountStatementOf),
  serveWrite(billStatementFile, { run: allowAccountStatementFile, show: showAccountStatementFile, again: allowAccountStatementAgain }),
];
