// The home slice's calls.
import { feedbackClose, feedbackList, feedbackSubmit, tradePopCheck, userMulti, userStatusQuery } from '@sandali/contract/home.ts';
import { consentWithdraw, dataDelete, dataExport, dataQuery, dataRequest } from '@sandali/contract/privacy.ts';
import { type Served, serveRead, serveWrite } from '#/kit/serve.ts';
import { closeFeedback, listFeedback, popOf, submitFeedback } from './feedback.ts';
import { multiOf } from './multi.ts';
import { withdrawConsent } from './privacy/consents.ts';
import { deleteAccount, prepareDelete } from './privacy/delete-account.ts';
import { allowAgain, allowExport, prepareExport, showExport } from './privacy/export.ts';
import { dataOf } from './privacy/query.ts';
import { askRequest, prepareRequest, showRequest } from './privacy/request.ts';
import { statusOf } from './status.ts';

const nothing = async () => ({});

export const homeCalls: Served[] = [
  serveRead(userMulti, multiOf),
  serveRead(userStatusQuery, statusOf),
  serveWrite(feedbackSubmit, { run: submitFeedback, show: nothing }),
  serveWrite(feedbackClose, { run: closeFeedback, show: nothing }),
  serveRead(feedbackList, listFeedback),
  serveRead(tradePopCheck, popOf),
  serveRead(dataQuery, dataOf),
  serveWrite(dataExport, { before: prepareExport, run: allowExport, show: showExport, again: allowAgain }),
  serveWrite(dataRequest, { before: prepareRequest, run: askRequest, show: showRequest }),
  serveWrite(consentWithdraw, { run: withdrawConsent, show: nothing }),
  serveWrite(dataDelete, { before: prepareDelete, run: deleteAccount, show: nothing }),
];
