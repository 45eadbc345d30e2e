import { identitySave } from '@sandali/contract/credit.ts';
import { IdentityForm } from './IdentityForm.tsx';
import { type Credit, StepFrame } from './StepFrame.tsx';
import { type IdentityField, initialIdentity } from './stepForms.ts';
import { clearPictures } from './takenPictures.ts';
import { useStepSave } from './useCredit.ts';
import { usePicture } from './usePicture.ts';

/** /creditFile: the ID with its two photos (spec §3), which sends the application into review. */
export default function IdentityStep() {
  return <StepFrame step="identity">{(credit) => <Loaded credit={credit} />}</StepFrame>;
}

const places = { idNumberTaken: 'idNumber', idExpired: 'idExpiresOn', pictureMissing: null, contactAskedOut: null } as const;

function Loaded({ credit }: { credit: Credit }) {
  const pictures = { idFront: usePicture('idFront', credit.frontPicture), selfie: usePicture('selfie', credit.selfiePicture) };
  const saving = useStepSave<typeof identitySave, IdentityField>(identitySave, 'identity', places, clearPictures);
  return (
    <>
      <IdentityForm
        start={initialIdentity(credit.identity)}
        numberStart={credit.identity?.idNumberStart ?? null}
        pictures={pictures}
        isBusy={saving.isBusy}
        refusal={saving.refusal}
        onSave={(input) => void saving.send(input)}
      />
      {pictures.idFront.over}
      {pictures.selfie.over}
    </>
  );
}
