// The calls that borrowers use to manage their own data.
import {
  consentWithdraw,
  dataDelete,
  dataExport,
  dataQuery,
  dataRequest,
} from '@sandali/contract/privacy.ts';
import { type Served, serveRead, serveWrite } from '#/context/serve.ts';
import { withdrawConsent } from './consents.ts';
import { deleteAccount, prepareDelete } from './delete-account.ts';
import { allowAgain, allowExport, prepareExport, showExport } from './export.ts';
import { dataOf } from './query.ts';
import { createRequest, prepareRequest, showRequest } from './request.ts';

const nothing = async () => ({});

export const privacyCalls: Served[] = [
  serveRead(dataQuery, dataOf),
  serveWrite(dataExport, {
    before: prepareExport,
    run: allowExport,
    show: showExport,
    again: allowAgain,
  }),
  serveWrite(dataRequest, { before: prepareRequest, run: createRequest, show: showRequest }),
  serveWrite(consentWithdraw, { run: withdrawConsent, show: nothing }),
  serveWrite(dataDelete, { before: prepareDelete, run: deleteAccount, show: nothing }),
];
