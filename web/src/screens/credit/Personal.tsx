import { basicSave } from '@sandali/contract/credit.ts';
import { PersonalForm } from './PersonalForm.tsx';
import { LoadedPlaceFields } from './PlaceFields.tsx';
import { type Credit, StepFrame } from './StepFrame.tsx';
import { initialPersonal, type PersonalField } from './stepForms.ts';
import { useStepSave } from './useCredit.ts';

/** /credit: personal information (spec §3). */
export default function PersonalStep() {
  return <StepFrame step="personal">{(credit) => <Loaded credit={credit} />}</StepFrame>;
}

function Loaded({ credit }: { credit: Credit }) {
  const saving = useStepSave<typeof basicSave, PersonalField>(basicSave, 'personal', { tooYoung: 'bornOn', placeUnknown: 'barangayCode' });
  return (
    <PersonalForm
      start={initialPersonal(credit.personal)}
      places={(fields) => <LoadedPlaceFields {...fields} />}
      isBusy={saving.isBusy}
      refusal={saving.refusal}
      onSave={(input) => void saving.send(input)}
    />
  );
}
