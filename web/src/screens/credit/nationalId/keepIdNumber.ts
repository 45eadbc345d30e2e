import { onSessionEnd } from '#/client/session.ts';
import { getDraftStore, initialForm, saveDraft } from '#/screens/credit/drafts.ts';
import type { Credit } from '#/screens/credit/StepFrame.tsx';
import { initialIdentity } from '#/screens/credit/stepForms.ts';

let sessions = 0;
onSessionEnd(() => {
  sessions += 1;
});

/**
 * Keeps a National ID's number for the step that asks for it, replacing the number read `before`.
 * Typed values of this or another ID stay. Like every draft of it, the number is only in memory.
 * @returns whether it is kept
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
