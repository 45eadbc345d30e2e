// The documents slice's calls.
import { documentGet, documentList } from '@sandali/contract/document.ts';
import { documentCheck } from '@sandali/contract/paperCode.ts';
import { checkPaperCode } from '#/context/paper-codes.ts';
import { type Served, serveRead, serveWrite } from '#/context/serve.ts';
import { allowAgain, allowDocument, showPaper } from './get.ts';
import { listOf } from './list.ts';

export const documentCalls: Served[] = [
  serveRead(documentList, listOf),
  serveWrite(documentGet, { run: allowDocument, show: showPaper, again: allowAgain }),
  serveRead(documentCheck, checkPaperCode),
];
