import { basicSave } from '@sandali/contract/credit.ts';
import { PersonalForm } from './PersonalForm.tsx';
import { AskedPlaces } from './PlaceFields.tsx';
import { type Credit, StepFrame } from './StepFrame.tsx';
import { type PersonalField, personalStart } from './stepForms.ts';
import { useStepSave } from './useCredit.ts';

/** /credit: personal information (spec §3). */
export default function PersonalStep() {
  return <StepFrame step="personal">{(credit) => <Loaded credit={credit} />}</StepFrame>;
}

function Loaded({ credit }: { credit: Credit }) {
  const saving = useStepSave<typeof basicSave, PersonalField>(basicSave, 'personal', { tooYoung: 'bornOn', placeUnknown: 'barangayCode' });
  return (
    <PersonalForm
      start={personalStart(credit.personal)}
      places={(fields) => <AskedPlaces {...fields} />}
      isBusy={saving.isBusy}
      refusal={saving.refusal}
      onSave={(input) => void saving.send(input)}
    />
  );
}
