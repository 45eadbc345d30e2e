import { type Identity, idTypes, picturePurposes } from '@sandali/contract/credit.ts';
import { useEffect, useState } from 'react';
import { whenIdle } from '#/kit/idle.ts';
import { useText } from '#/kit/text.ts';
import { useLater } from '#/kit/useLater.ts';
import { Beside, Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { DayField } from './DayField.tsx';
import { Group } from './Group.tsx';
import { type IdentityField, type IdentityValues, readIdentity } from './identity.ts';
import { tidyIdNumber } from './idNumber.ts';
import { PictureTake, PictureTrouble } from './PictureTake.tsx';
import { StepForm } from './StepForm.tsx';
import type { Purpose } from './takenPictures.ts';
import { type Fields, type Refusal, useFields } from './useFields.ts';
import type { PictureWork } from './usePicture.ts';

export type IdentityFormProps = {
  start: IdentityValues;
  /** The end of the number given before, on another day; it is typed again. */
  numberStart: string | null;
  pictures: Record<Purpose, PictureWork>;
  isBusy: boolean;
  refusal: Refusal<IdentityField> | null;
  onSave(input: Identity): void;
};

/** Step 4: the ID, its photo, and me holding it. */
export function IdentityForm({ start, numberStart, pictures, isBusy, refusal, onSave }: IdentityFormProps) {
  const text = useText();
  const { idFront, selfie } = pictures;
  const fields = useFields<IdentityField, Identity>({
    step: 'identity',
    start,
    check: (values) => readIdentity({ ...values, frontPictureId: idFront.pictureId ?? '', selfiePictureId: selfie.pictureId ?? '' }),
    say: (field, problem) => text(field === 'idExpiresOn' && problem === 'wrong' ? 'credit.say.noSuchDay' : `credit.say.id.${field}`),
    refusal,
  });
  const failed = picturePurposes.flatMap((purpose) =>
    pictures[purpose].state === 'failed' ? { purpose, message: pictures[purpose].message } : [],
  );
  const isDone = [idFront, selfie].every(({ state }) => state === 'done');
  const wasSentBefore = [idFront, selfie].some(({ sentAt }) => sentAt !== null);
  const wasByCamera = isDone && [idFront, selfie].some(({ isByCamera }) => isByCamera);
  const isSending = [idFront, selfie].some(({ state }) => state === 'shrinking' || state === 'sending');
  return (
    <StepForm
      step="identity"
      fields={fields}
      refusal={refusal}
      isBusy={isBusy || isSending}
      submitLabel={text('credit.id.submit')}
      busyLabel={text(isSending ? 'credit.id.sendingPhoto' : 'credit.id.submitting')}
      onSubmit={() => fields.input && onSave(fields.input)}
    >
      <Card fields={fields} numberStart={numberStart} />
      <Group title={text('credit.id.photos')}>
        <Text size="s">{text('credit.id.photosHint')}</Text>
        <Beside gap={3} isEven>
          <PictureTake purpose="idFront" picture={idFront} error={fields.error('frontPictureId')} />
          <PictureTake purpose="selfie" picture={selfie} error={fields.error('selfiePictureId')} />
        </Beside>
        {failed.map(({ purpose, message }) => (
          <PictureTrouble key={purpose} purpose={purpose} message={message} />
        ))}
        <Note tone="plain" icon="lock">
          {text('credit.id.privacy')}
        </Note>
        {(wasSentBefore || wasByCamera) && <SentPhotos wasSentBefore={wasSentBefore} wasByCamera={wasByCamera} />}
      </Group>
    </StepForm>
  );
}

const loadBeside = () => import('./IdentityBeside.tsx');

/** Loaded once there is a photo that was sent. */
function SentPhotos(props: { wasSentBefore: boolean; wasByCamera: boolean }) {
  const { part, bring } = useLater(loadBeside);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => void bring(), []);
  return part && <part.SentPhotos {...props} />;
}

/** What the shape of a number tells, once the form stands; where it cannot be loaded, nothing is pointed at. */
function useShapes() {
  const [shapes, setShapes] = useState<Awaited<ReturnType<typeof loadBeside>> | null>(null);
  useEffect(() => whenIdle(() => void loadBeside().then(setShapes, () => {})), []);
  return shapes;
}

function Card({ fields: { bind, values, change }, numberStart }: { fields: Fields<IdentityField, Identity>; numberStart: string | null }) {
  const text = useText();
  const shapes = useShapes();
  const usual = numberStart ? text('credit.id.numberAgain', { start: numberStart }) : text('credit.id.numberHint');
  return (
    <Stack gap={4}>
      <ChoiceField
        bound={bind('idType')}
        label={text('credit.id.type')}
        values={idTypes}
        labelOf={(value) => text(`credit.id.type.${value}`)}
      />
      <TextField
        {...bind('idNumber')}
        label={text('credit.id.number')}
        hint={shapes ? <shapes.ShapeHint idType={values.idType} idNumber={tidyIdNumber(values.idNumber)} usual={usual} /> : usual}
        inputMode={shapes?.hasOnlyDigits(values.idType) ? 'numeric' : 'text'}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        onBlur={() => change({ idNumber: tidyIdNumber(values.idNumber) })}
      />
      <DayField bound={bind('idExpiresOn')} label={text('credit.id.expires')} hint={text('credit.id.expiresHint')} />
    </Stack>
  );
}
