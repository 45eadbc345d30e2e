import { userInfo } from '@sandali/contract/account.ts';
import { pictureReplace, pictureUpload } from '@sandali/contract/credit.ts';
import { somePicture } from '#/credit/testing.ts';
import { applyForCredit } from '#/sandbox/credit-life.ts';
import type { Asks } from '#/staff/testing.ts';
import type { TestApp } from '#/testing/app.ts';

/** Returns a borrower whose application the engine referred to staff after repeated failures. */
export async function waitingPerson(app: TestApp) {
  const { client, life } = await app.person();
  await applyForCredit(life);
  const { userGid } = await client.must(userInfo, {});
  const { id } = await app.db
    .selectFrom('credit_applications')
    .select('id')
    .where('borrower_id', '=', userGid)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow();
  await app.owner.db
    .updateTable('credit_reviews')
    .set({ attempts: 9 })
    .where('application_id', '=', id)
    .execute();
  await app.work();
  return { client, life, userGid, application: id };
}

/** Views everything that an approval requires: the unmasked facts and both pictures. */
export async function viewForApproval({ ask }: { ask: Asks }, application: string): Promise<void> {
  const withReason = { reason: 'compares the pictures' };
  const looks = [
    await ask('review show', { application }, { ...withReason, reveal: true }),
    await ask('review photo', { application, which: 'front' }, withReason),
    await ask('review photo', { application, which: 'selfie' }, withReason),
  ];
  const refused = looks.find(({ status }) => status !== 200);
  if (refused) throw new Error(refused.wrong);
}

type Client = Awaited<ReturnType<typeof waitingPerson>>['client'];

/** Uploads a new picture and sends it in place of the one that a reviewer requested again. */
export async function sendAgain(
  client: Client,
  purpose: 'idFront' | 'selfie',
): Promise<{ pictureId: string; name: string }> {
  const { pictureId } = await client.must(pictureUpload, { purpose, bytes: await somePicture() });
  const { name } = await client.ask(pictureReplace, { pictureId });
  return { pictureId, name };
}
