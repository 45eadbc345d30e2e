import { type Identity, identitySave, idTypes, picturePurposes } from '@sandali/contract/credit.ts';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { whenIdle } from '#/client/idle.ts';
import { idNumberFault, normalizeIdNumber } from '#/client/idNumber.ts';
import { useField } from '#/client/useForm.tsx';
import { useLazy } from '#/client/useLazy.ts';
import { useText } from '#/i18n/text.ts';
import { navigate } from '#/routes/navigation.ts';
import { Inline, Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { PictureInput, PictureProblem, purposeField } from './PictureInput.tsx';
import { StepForm } from './StepForm.tsx';
import { type Credit, Lazily, StepFrame } from './StepFrame.tsx';
import { ChoiceField, DayField, Group, wordsOfDay } from './stepFields.tsx';
import {
  type IdentityField,
  type IdentityValues,
  identityForm,
  initialIdentity,
} from './stepForms.ts';
import { isTooLow, stepPaths } from './steps.ts';
import { clearPictures, type Purpose } from './takenPictures.ts';
import { useStepSave } from './useCredit.tsx';
import { type PictureWork, usePicture } from './usePicture.ts';
import { type Refusal, type StepFields, useStepForm } from './useStepForm.ts';

const loadTooLow = () => import('./SavedTooLow.tsx');

/** /creditFile: the ID with two photos (spec §3); saving it submits the application. */
export default function IdentityStep() {
  return (
    <StepFrame step="identity">
      {(credit) => {
        const { income, work } = credit;
        return work && isTooLow(income, work) ? (
          <Lazily load={loadTooLow} income={income} work={work} />
        ) : (
          <Loaded credit={credit} />
        );
      }}
    </StepFrame>
  );
}

const places = {
  idNumberTaken: 'idNumber',
  idExpired: 'idExpiresOn',
  pictureMissing: null,
  contactAskedOut: null,
} as const;

function Loaded({ credit }: { credit: Credit }) {
  const pictures = {
    idFront: usePicture('idFront', credit.frontPicture),
    selfie: usePicture('selfie', credit.selfiePicture),
  };
  // An ID entered before its step is due is stored, and sent once the step is due.
  const isFirst = credit.nextStep !== 'identity';
  const saving = useStepSave<typeof identitySave, IdentityField>(
    identitySave,
    'identity',
    places,
    clearPictures,
  );
  return (
    <>
      <IdentityForm
        start={initialIdentity(credit.identity)}
        numberStart={credit.identity?.idNumberStart ?? null}
        pictures={pictures}
        {...(isFirst && { onLater: () => void navigate(stepPaths[credit.nextStep ?? 'personal']) })}
        isBusy={saving.isBusy}
        refusal={saving.refusal}
        onSave={(input) => void saving.send(input)}
      />
      {pictures.idFront.over}
      {pictures.selfie.over}
    </>
  );
}

export type IdentityFormProps = {
  start: IdentityValues;
  /**
   * The visible start of a number saved in an earlier visit; the borrower must type the whole
   * number again.
   */
  numberStart: string | null;
  pictures: Record<Purpose, PictureWork>;
  isBusy: boolean;
  refusal: Refusal<IdentityField> | null;
  onSave(input: Identity): void;
  /** Continues with the incomplete steps. Set if the ID is entered before its step is due. */
  onLater?(): void;
};

/** Step 4: the ID's data, a photo of the ID, and a selfie with it. */
export function IdentityForm({
  start,
  numberStart,
  pictures,
  isBusy,
  refusal,
  onSave,
  onLater,
}: IdentityFormProps) {
  const text = useText();
  const { idFront, selfie } = pictures;
  const photos = {
    frontPictureId: idFront.pictureId ?? '',
    selfiePictureId: selfie.pictureId ?? '',
  };
  const form = useStepForm<IdentityField, Identity>({
    step: 'identity',
    start,
    schema: v.pipe(
      v.looseObject({}),
      v.transform((typed) => ({ ...typed, ...photos })),
      identityForm,
    ),
    say: (field, problem, typed) => {
      if (field === 'idExpiresOn' && problem === 'wrong') return wordsOfDay(typed, text);
      const fault = field === 'idNumber' && idNumberFault(typed);
      return text(fault ? `idNumber.${fault}` : `credit.say.id.${field}`);
    },
    refusal,
    onSave,
  });
  const failed = picturePurposes.flatMap((purpose) =>
    pictures[purpose].state === 'failed' ? { purpose, message: pictures[purpose].message } : [],
  );
  const isDone = [idFront, selfie].every(({ state }) => state === 'done');
  const wasSentBefore = [idFront, selfie].some(({ sentAt }) => sentAt !== null);
  const wasByCamera = isDone && [idFront, selfie].some(({ isByCamera }) => isByCamera);
  const isSending = [idFront, selfie].some(
    ({ state }) => state === 'shrinking' || state === 'sending',
  );
  // Before this step is due, nothing is required, and a photo can upload while other steps are
  // filled in.
  const frame = onLater
    ? {
        form: { ...form, problems: new Map(), submit: onLater },
        isBusy: false,
        submitLabel: text('credit.id.goOn'),
        intro: <First />,
      }
    : { form, isBusy: isBusy || isSending, submitLabel: text('credit.id.submit') };
  return (
    <StepForm
      step="identity"
      refusal={refusal}
      busyLabel={text(isSending ? 'credit.id.sendingPhoto' : 'credit.id.submitting')}
      {...frame}
    >
      <Card form={form} numberStart={numberStart} />
      <Group title={text('credit.id.photos')}>
        <Text size="s">{text('credit.id.photosHint')}</Text>
        <Inline gap={3} isEven>
          <Photo purpose="idFront" picture={idFront} form={form} />
          <Photo purpose="selfie" picture={selfie} form={form} />
        </Inline>
        {failed.map(({ purpose, message }) => (
          <PictureProblem key={purpose} purpose={purpose} message={message} />
        ))}
        <Note tone="plain" icon="lock">
          {text('credit.id.privacy')}
        </Note>
        {(wasSentBefore || wasByCamera) && (
          <SentPhotos wasSentBefore={wasSentBefore} wasByCamera={wasByCamera} />
        )}
      </Group>
    </StepForm>
  );
}

function First() {
  const text = useText();
  return (
    <Note icon="id" title={text('credit.id.first')}>
      {text('credit.id.firstWhy')}
    </Note>
  );
}

const loadHints = () => import('./IdentityHints.tsx');

/** Notes on sent photos, loaded once a photo has been sent. */
function SentPhotos(props: { wasSentBefore: boolean; wasByCamera: boolean }) {
  const { part, load } = useLazy(loadHints);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once
  useEffect(() => void load(), []);
  return part && <part.SentPhotos {...props} />;
}

/**
 * Loads hints on the format of an ID number after the form is shown. The form works without them.
 */
function useShapes() {
  const [shapes, setShapes] = useState<Awaited<ReturnType<typeof loadHints>> | null>(null);
  useEffect(() => whenIdle(() => void loadHints().then(setShapes, () => {})), []);
  return shapes;
}

function Photo({
  form,
  purpose,
  picture,
}: {
  form: StepFields<IdentityField>;
  purpose: Purpose;
  picture: PictureWork;
}) {
  const { error } = useField(form, purposeField(purpose));
  return <PictureInput purpose={purpose} picture={picture} error={error} />;
}

function Card({
  form,
  numberStart,
}: {
  form: StepFields<IdentityField>;
  numberStart: string | null;
}) {
  const text = useText();
  return (
    <Stack gap={4}>
      <ChoiceField
        of={form}
        name="idType"
        label={text('credit.id.type')}
        values={idTypes}
        labelOf={(value) => text(`credit.id.type.${value}`)}
      />
      <IdNumber
        form={form}
        usual={
          numberStart
            ? text('credit.id.numberAgain', { start: numberStart })
            : text('credit.id.numberHint')
        }
      />
      <DayField
        of={form}
        name="idExpiresOn"
        label={text('credit.id.expires')}
        hint={text('credit.id.expiresHint')}
      />
    </Stack>
  );
}

function IdNumber({ form, usual }: { form: StepFields<IdentityField>; usual: string }) {
  const text = useText();
  const shapes = useShapes();
  const bound = useField(form, 'idNumber');
  const { idType } = form.now;
  return (
    <TextField
      {...bound}
      label={text('credit.id.number')}
      hint={
        shapes ? (
          <shapes.ShapeHint
            idType={idType}
            idNumber={normalizeIdNumber(bound.value)}
            usual={usual}
          />
        ) : (
          usual
        )
      }
      inputMode={shapes?.hasOnlyDigits(idType) ? 'numeric' : 'text'}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      onBlur={() => {
        bound.onBlur();
        const tidy = normalizeIdNumber(bound.value);
        if (tidy !== bound.value) bound.onChange(tidy);
      }}
    />
  );
}
