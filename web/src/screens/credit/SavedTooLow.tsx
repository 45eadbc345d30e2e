import { type Work, workSave } from '@sandali/contract/credit.ts';
import { navigate } from '#/routes/navigation.ts';
import { BelowShare } from './BelowShare.tsx';
import type { Credit } from './StepFrame.tsx';
import { stepPaths } from './steps.ts';
import { useStepSave } from './useCredit.tsx';

/** Shown before the last step if changed rules have made the saved income too low. */
export default function SavedTooLow({ income, work }: { income: Credit['income']; work: Work }) {
  const saving = useStepSave<typeof workSave, never>(workSave, 'work', {});
  return (
    <BelowShare
      income={income}
      isBusy={saving.isBusy}
      onAskPerson={() => void saving.send({ ...work, asksPerson: true })}
      onCorrect={() => void navigate(stepPaths.work, { replace: true, move: 'back' })}
    />
  );
}
