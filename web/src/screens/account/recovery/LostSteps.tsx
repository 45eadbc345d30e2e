import { picturePurposes } from '@sandali/contract/credit.ts';
import type { Day } from '@sandali/contract/day.ts';
import type { MobileNumber } from '@sandali/contract/mobile.ts';
import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { useState } from 'react';
import { formatDay } from '#/kit/days.ts';
import { spokenLocale, useText } from '#/kit/text.ts';
import { focusField } from '#/kit/write.ts';
import { paths } from '#/paths.ts';
import { readIdNumber } from '#/screens/account/changePhoneForm.ts';
import { PictureCode } from '#/screens/account/PictureCode.tsx';
import { StepHead } from '#/screens/account/StepHead.tsx';
import type { PictureCodeState } from '#/screens/account/usePictureCode.ts';
import { PictureTake, PictureTrouble } from '#/screens/credit/PictureTake.tsx';
import type { Purpose } from '#/screens/credit/takenPictures.ts';
import type { PictureWork } from '#/screens/credit/usePicture.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Button, ButtonLink } from '#/ui/Button.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Beside, Page, Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { PhoneField } from '#/ui/PhoneField.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextField } from '#/ui/TextField.tsx';

/** Both numbers as national digits. */
export type LostTyped = { phone: string; idNumber: string; newPhone: string };

export type NumbersStepProps = {
  typed: LostTyped;
  onTyped(typed: LostTyped): void;
  isBusy: boolean;
  picture?: PictureCodeState;
  /** Gets the new number once all three are good. */
  onNext(newPhone: MobileNumber): void;
  /** Whether to begin with the errors of empty fields. */
  startWrong?: boolean;
};

/** What the account is known by, and the number that it is to have. */
export function NumbersStep({ typed, onTyped, isBusy, picture, onNext, startWrong = false }: NumbersStepProps) {
  const text = useText();
  const [isLooked, setLooked] = useState(startWrong);
  const [phone, newPhone] = [parsePhilippineMobile(typed.phone), parsePhilippineMobile(typed.newPhone)];
  const isSame = newPhone !== null && newPhone === phone;
  const submit = () => {
    setLooked(true);
    if (!phone) focusField('phone');
    else if (!readIdNumber(typed.idNumber)) focusField('idNumber');
    else if (!newPhone || isSame) focusField('newPhone');
    else onNext(newPhone);
  };
  const change = (field: keyof LostTyped) => (value: string) => {
    setLooked(false);
    onTyped({ ...typed, [field]: value });
  };
  const newError = isLooked && (isSame ? text('recovery.same') : !newPhone && text('account.phoneWrong'));
  return (
    <ScreenForm onSubmit={submit}>
      <Page gap={5}>
        <StepHead step={1} of={3} title={text('recovery.numbersTitle')}>
          {text('recovery.numbersWhy')}
        </StepHead>
        <PhoneField
          label={text('recovery.oldPhone')}
          name="phone"
          isBig={false}
          value={typed.phone}
          onChange={change('phone')}
          error={isLooked && !phone ? text('account.phoneWrong') : undefined}
        />
        <TextField
          label={text('account.newPhone.id')}
          name="idNumber"
          value={typed.idNumber}
          onChange={change('idNumber')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          error={isLooked && !readIdNumber(typed.idNumber) ? text('account.newPhone.idMissing') : undefined}
        />
        <PhoneField
          label={text('recovery.newPhone')}
          name="newPhone"
          isBig={false}
          hint={text('recovery.newPhoneHint')}
          value={typed.newPhone}
          onChange={change('newPhone')}
          error={newError || undefined}
        />
        {picture && <PictureCode picture={picture} />}
        <Note icon="shield">{text('recovery.hold')}</Note>
      </Page>
      <Foot>
        <Dock>
          <SubmitButton isBusy={isBusy}>{text(isBusy ? 'account.codeSending' : 'account.codeSend')}</SubmitButton>
        </Dock>
      </Foot>
    </ScreenForm>
  );
}

type PhotosStepProps = { title: string; pictures: Record<Purpose, PictureWork>; onAgain(): void };

/** The ID, and the person holding it. */
export function PhotosStep({ title, pictures, onAgain }: PhotosStepProps) {
  const text = useText();
  const failed = picturePurposes.filter((purpose) => pictures[purpose].state === 'failed');
  return (
    <>
      <Page gap={5}>
        <StepHead step={3} of={3} title={title}>
          {text('recovery.photosWhy')}
        </StepHead>
        <Text size="s">{text('credit.id.photosHint')}</Text>
        <Beside gap={3} isEven>
          <PictureTake purpose="idFront" picture={pictures.idFront} error={undefined} />
          <PictureTake purpose="selfie" picture={pictures.selfie} error={undefined} />
        </Beside>
        {failed.map((purpose) => (
          <PictureTrouble key={purpose} purpose={purpose} message={pictures[purpose].message} />
        ))}
        <Note tone="plain" icon="lock">
          {text('recovery.photosKept')}
        </Note>
      </Page>
      <Foot>
        <Dock consequence={text('recovery.photosEffect')}>
          <Button look="soft" onClick={onAgain}>
            {text('recovery.again')}
          </Button>
        </Dock>
      </Foot>
    </>
  );
}

/** It is asked for: who does what by when, and what follows. The same whether an account fits or not. */
export function SentStep({ answerBy }: { answerBy: Day }) {
  const text = useText();
  return (
    <>
      <Page>
        <div role="status">
          <Empty picture="lock" title={text('recovery.sentTitle')}>
            <Stack gap={3}>
              <Text>{text('recovery.sentBy', { day: formatDay(answerBy, spokenLocale(), { weekday: true }) })}</Text>
              <Text>{text('recovery.sentThen')}</Text>
              <Text>{text('recovery.sentHeld')}</Text>
            </Stack>
          </Empty>
        </div>
      </Page>
      <Foot>
        <Dock>
          <ButtonLink href={paths.login}>{text('recovery.toLogin')}</ButtonLink>
        </Dock>
      </Foot>
    </>
  );
}
