import {
  basicSave,
  contactSave,
  creditQuery,
  identitySave,
  pictureReplace,
  pictureUpload,
  workSave,
} from '@sandali/contract/credit.ts';
import { draftSave } from '@sandali/contract/draft.ts';
import type { PictureId } from '@sandali/contract/id.ts';
import { district } from '@sandali/contract/place.ts';
import { refuseDispute, refuseQuery } from '@sandali/contract/rejection.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { type Served, serveRead, serveWrite } from '#/context/serve.ts';
import type { Read } from '#/db/database.ts';
import { draftsSince, saveDraft } from './application/draft.ts';
import { replaceRequested } from './application/replace.ts';
import { saveContacts, savePersonal, saveWork } from './application/save.ts';
import { submit, waitTimesOf } from './application/submit.ts';
import { storePicture, upload } from './application/upload.ts';
import { creditStatusOf, listPlaces, query, queryParts } from './query.ts';
import { disputeRejection, queryRejection, showDispute } from './rejection/dispute.ts';

export const creditCalls: Served[] = [
  serveRead(creditQuery, {
    parts: queryParts,
    params: ({ now }) => ({ draftsSince: draftsSince(now) }),
    answer: query,
  }),
  serveRead(district, listPlaces),
  serveRead(refuseQuery, queryRejection),
  serveWrite(refuseDispute, { run: disputeRejection, show: showDispute }),
  serveWrite(basicSave, { run: savePersonal, show: saved }),
  serveWrite(contactSave, { run: saveContacts, show: saved }),
  serveWrite(workSave, { run: saveWork, show: saved }),
  serveWrite(identitySave, { before: waitTimesOf, run: submit, show: saved }),
  serveWrite(draftSave, { run: saveDraft, show: async () => ({}) }),
  serveWrite(pictureUpload, {
    before: storePicture,
    run: upload,
    show: async (_ctx, _read, ids: { pictureId: string }) => ({
      pictureId: ids.pictureId as PictureId,
    }),
  }),
  serveWrite(pictureReplace, { run: replaceRequested, show: async () => ({}) }),
];

async function saved(ctx: BorrowerCtx, read: Read) {
  const { state, nextStep } = await creditStatusOf(read, ctx.who.borrowerId, ctx.now);
  return { state, nextStep };
}
