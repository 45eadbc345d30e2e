import { getDraftStore, initialForm, saveDraft } from '#/screens/credit/drafts.ts';
import type { Credit } from '#/screens/credit/StepFrame.tsx';
import { initialIdentity } from '#/screens/credit/stepForms.ts';

/** Keeps the number of a National ID for the step that asks for it, over what was typed there before. As any draft of it, the number stays in memory alone. */
export async function keepIdNumber({ identity, drafts }: Pick<Credit, 'identity' | 'drafts'>, idNumber: string): Promise<void> {
  await getDraftStore()?.loadDraft('identity', drafts);
  const start = initialIdentity(identity);
  const { values } = initialForm('identity', start);
  saveDraft('identity', start, { ...values, idType: 'philsys', idNumber }, 'idNumber');
}
