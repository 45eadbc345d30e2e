import { workSave } from '@sandali/contract/credit.ts';
import { LoadedPlaceFields } from './PlaceFields.tsx';
import { type Credit, StepFrame } from './StepFrame.tsx';
import { initialWork, type WorkField } from './stepForms.ts';
import { useStepSave } from './useCredit.ts';
import { WorkForm } from './WorkForm.tsx';

/** /creditWork: work information (product.md). */
export default function WorkStep() {
  return <StepFrame step="work">{(credit) => <Loaded credit={credit} />}</StepFrame>;
}

function Loaded({ credit }: { credit: Credit }) {
  const saving = useStepSave<typeof workSave, WorkField>(workSave, 'work', { placeUnknown: 'barangayCode', incomeTooLow: 'incomeBand' });
  return (
    <WorkForm
      start={initialWork(credit.work)}
      places={(fields) => <LoadedPlaceFields {...fields} />}
      isBusy={saving.isBusy}
      refusal={saving.refusal}
      onSave={(input) => void saving.send(input)}
    />
  );
}
