import { onSessionEnd } from '#/client/session.ts';
import { getDraftStore, initialForm, saveDraft } from '#/screens/credit/drafts.ts';
import type { Credit } from '#/screens/credit/StepFrame.tsx';
import { initialIdentity } from '#/screens/credit/stepForms.ts';

let sessions = 0;
onSessionEnd(() => {
  sessions += 1;
});

/**
 * Stores a National ID's number in the draft of the identity step. Replaces the number from the
 * previous scan (`before`), but never a typed value. Drafts keep ID numbers only in memory.
 * @returns whether the number is stored
 */
export async function keepIdNumber(
  { identity, drafts }: Pick<Credit, 'identity' | 'drafts'>,
  idNumber: string,
  before: string,
): Promise<boolean> {
  const session = sessions;
  await getDraftStore()?.loadDraft('identity', drafts);
  const start = initialIdentity(identity);
  const { values } = initialForm('identity', start);
  const isOther =
    !['', 'philsys'].includes(values.idType) || !['', before].includes(values.idNumber);
  if (session !== sessions || isOther || idNumber === values.idNumber)
    return idNumber !== '' && idNumber === values.idNumber;
  saveDraft('identity', start, { ...values, idType: 'philsys', idNumber }, 'idNumber');
  return idNumber !== '';
}
