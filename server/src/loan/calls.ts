// The loan slice's calls.
import { billList, loanApply, loanDetail, paychannelList, productCal, productList } from '@sandali/contract/loan.ts';
import { loanStatement } from '@sandali/contract/loanText.ts';
import { billStatement, billStatementFile } from '@sandali/contract/statement.ts';
import { type Served, serveRead, serveWrite } from '#/context/serve.ts';
import { apply, prepareApply, showApplied } from './apply/apply.ts';
import { calc, showQuote, statementFor } from './apply/calc.ts';
import { channelsFor, productsFor } from './apply/products.ts';
import { listOf } from './bills.ts';
import { detailOf } from './detail.ts';
import { statementOf } from './statement/statement.ts';
import { allowStatementAgain, allowStatementFile, showStatementFile } from './statement/statement-file.ts';

export const loanCalls: Served[] = [
  serveRead(productList, productsFor),
  serveRead(paychannelList, channelsFor),
  serveWrite(productCal, { run: calc, show: showQuote }),
  serveRead(loanStatement, statementFor),
  serveWrite(loanApply, { before: prepareApply, sameBy: ({ password, ...wish }) => wish, run: apply, show: showApplied }),
  serveRead(loanDetail, detailOf),
  serveRead(billList, listOf),
  serveRead(billStatement, statementOf),
  serveWrite(billStatementFile, { run: allowStatementFile, show: showStatementFile, again: allowStatementAgain }),
];
