import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { TextLink } from '#/ui/TextLink.tsx';
import { AgreementCheckbox } from './AgreementCheckbox.tsx';
import { type NumberState, NumberStep } from './NumberStep.tsx';

export type PhoneStepProps = NumberState & { isAgreed: boolean; onAgreed(isAgreed: boolean): void; agreeError?: string | undefined };

/** Sign-up, first step: the number and the agreements. */
export function PhoneStep({ isAgreed, onAgreed, agreeError, ...number }: PhoneStepProps) {
  const text = useText();
  const below = (
    <>
      {text('account.register.have')} <TextLink href={paths.login}>{text('account.login.submit')}</TextLink>
    </>
  );
  return (
    <NumberStep
      {...number}
      step={1}
      of={3}
      title={text('account.register.phoneTitle')}
      why={text('account.register.phoneWhy')}
      below={below}
    >
      <AgreementCheckbox isChecked={isAgreed} onChange={onAgreed} error={agreeError} />
    </NumberStep>
  );
}
