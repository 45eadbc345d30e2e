// The home slice's calls.
import { feedbackClose, feedbackSubmit, tradePopCheck, userMulti, userStatusQuery } from '@sandali/contract/home.ts';
import { type Served, serveRead, serveWrite } from '#/kit/serve.ts';
import { closeFeedback, popOf, submitFeedback } from './feedback.ts';
import { multiOf, statusOf } from './multi.ts';

const nothing = async () => ({});

export const homeCalls: Served[] = [
  serveRead(userMulti, multiOf),
  serveRead(userStatusQuery, statusOf),
  serveWrite(feedbackSubmit, { run: submitFeedback, show: nothing }),
  serveWrite(feedbackClose, { run: closeFeedback, show: nothing }),
  serveRead(tradePopCheck, popOf),
];
