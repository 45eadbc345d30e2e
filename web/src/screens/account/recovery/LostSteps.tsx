import { picturePurposes } from '@sandali/contract/credit.ts';
import type { Day } from '@sandali/contract/day.ts';
import { formatMobile, type MobileNumber } from '@sandali/contract/phone.ts';
import { unbreakable } from '#/client/unbreakable.ts';
import { type Form, FormField } from '#/client/useForm.tsx';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { PictureCode } from '#/screens/account/PictureCode.tsx';
import { StepHeader } from '#/screens/account/StepHeader.tsx';
import type { PictureCodeState } from '#/screens/account/usePictureCode.ts';
import { PictureInput, PictureProblem } from '#/screens/credit/PictureInput.tsx';
import type { Purpose } from '#/screens/credit/takenPictures.ts';
import type { PictureWork } from '#/screens/credit/usePicture.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Button, ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Inline, Page, Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { PhoneField } from '#/ui/PhoneField.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextField } from '#/ui/TextField.tsx';

/** The fields of the form; both phone numbers are national digits. */
export type LostField = 'phone' | 'idNumber' | 'newPhone';

type NumbersStepProps = { form: Form<LostField>; isBusy: boolean; picture?: PictureCodeState };

/**
 * Asks for the old number and the ID number, which identify the account, and for the new number.
 */
export function NumbersStep({ form, isBusy, picture }: NumbersStepProps) {
  const text = useText();
  return (
    <ScreenForm onSubmit={form.submit}>
      <Page gap={5}>
        <StepHeader step={1} of={3} title={text('recovery.numbersTitle')}>
          {text('recovery.numbersWhy')}
        </StepHeader>
        <FormField
          of={form}
          name="phone"
          as={PhoneField}
          label={text('recovery.oldPhone')}
          isBig={false}
        />
        <FormField
          of={form}
          name="idNumber"
          as={TextField}
          label={text('account.newPhone.id')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <FormField
          of={form}
          name="newPhone"
          as={PhoneField}
          label={text('recovery.newPhone')}
          isBig={false}
          hint={text('recovery.newPhoneHint')}
        />
        {picture && <PictureCode picture={picture} />}
        <Note icon="shield">{text('recovery.hold')}</Note>
      </Page>
      <Footer>
        <Dock>
          <SubmitButton isBusy={isBusy}>
            {text(isBusy ? 'account.codeSending' : 'account.codeSend')}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}

type PhotosStepProps = { title: string; pictures: Record<Purpose, PictureWork>; onAgain(): void };

/** Asks for a photo of the ID and a photo of the borrower holding it. */
export function PhotosStep({ title, pictures, onAgain }: PhotosStepProps) {
  const text = useText();
  const failed = picturePurposes.filter((purpose) => pictures[purpose].state === 'failed');
  return (
    <>
      <Page gap={5}>
        <StepHeader step={3} of={3} title={title}>
          {text('recovery.photosWhy')}
        </StepHeader>
        <Text size="s">{text('credit.id.photosHint')}</Text>
        <Inline gap={3} isEven>
          <PictureInput purpose="idFront" picture={pictures.idFront} error={undefined} />
          <PictureInput purpose="selfie" picture={pictures.selfie} error={undefined} />
        </Inline>
        {failed.map((purpose) => (
          <PictureProblem key={purpose} purpose={purpose} message={pictures[purpose].message} />
        ))}
        <Note tone="plain" icon="lock">
          {text('recovery.photosKept')}
        </Note>
      </Page>
      <Footer>
        <Dock consequence={text('recovery.photosEffect')}>
          <Button look="soft" onClick={onAgain}>
            {text('recovery.again')}
          </Button>
        </Dock>
      </Footer>
    </>
  );
}

/**
 * Shown after a recovery is submitted: who acts by when, and what follows. It looks the same
 * whether or not an account matches.
 */
export function SentStep({ answerBy, newPhone }: { answerBy: Day; newPhone: MobileNumber }) {
  const text = useText();
  return (
    <>
      <Page>
        <div role="status">
          <Empty picture="lock" title={text('recovery.sentTitle')}>
            <Stack gap={3}>
              <Text>
                {text('recovery.sentBy', {
                  day: formatDay(answerBy, currentLocale(), { weekday: true }),
                })}
              </Text>
              <Text>
                {text('recovery.sentThen', { phone: unbreakable(formatMobile(newPhone)) })}
              </Text>
              <Text>{text('recovery.sentHeld')}</Text>
            </Stack>
          </Empty>
        </div>
      </Page>
      <Footer>
        <Dock>
          <ButtonLink href={paths.login}>{text('recovery.toLogin')}</ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}
