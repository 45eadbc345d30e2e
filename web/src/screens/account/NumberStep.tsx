import type { ReactNode } from 'react';
import { useText } from '#/i18n/text.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { PhoneField } from '#/ui/PhoneField.tsx';
import { PictureCode } from './PictureCode.tsx';
import { StepHeader } from './StepHeader.tsx';
import type { PictureCodeState } from './usePictureCode.ts';

/** The state of a step that asks for a phone number. */
export type NumberState = {
  /** The number's national digits. */
  phone: string;
  onPhone(digits: string): void;
  phoneError?: string | undefined;
  isBusy: boolean;
  picture?: PictureCodeState;
  onSubmit(fields: FormData): void;
  note?: ReactNode;
};

type Props = NumberState & {
  step: number;
  of: number;
  title: string;
  reason: string;
  /** Rendered below the number, for example a checkbox. */
  children?: ReactNode;
  below?: ReactNode;
};

/** A short step that asks for a phone number and sends a code to it. */
export function NumberStep({
  step,
  of,
  title,
  reason,
  phone,
  onPhone,
  phoneError,
  isBusy,
  picture,
  onSubmit,
  note,
  children,
  below,
}: Props) {
  const text = useText();
  return (
    <ScreenForm onSubmit={onSubmit}>
      <Page gap={5}>
        <StepHeader step={step} of={of} title={title}>
          {reason}
        </StepHeader>
        {note}
        <PhoneField
          label={text('account.phone')}
          name="phone"
          value={phone}
          onChange={onPhone}
          error={phoneError}
        />
        {picture && <PictureCode picture={picture} />}
        {children}
      </Page>
      <Footer>
        <Dock below={below}>
          <SubmitButton isBusy={isBusy}>
            {text(isBusy ? 'account.codeSending' : 'account.codeSend')}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}
