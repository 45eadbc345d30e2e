// The papers slice's calls.
import { documentGet, documentList } from '@sandali/contract/document.ts';
import { documentCheck } from '@sandali/contract/paperCode.ts';
import { type Served, serveRead, serveWrite } from '#/context/serve.ts';
import { checkPaperCode } from '#/context/signed-papers.ts';
import { allowAgain, countDocument, showPaper } from './get.ts';
import { listOf } from './list.ts';

export const documentCalls: Served[] = [
  serveRead(documentList, listOf),
  serveWrite(documentGet, { run: countDocument, show: showPaper, again: allowAgain }),
  serveRead(documentCheck, checkPaperCode),
];
