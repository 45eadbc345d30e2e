import { useText } from '#/i18n/text.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { Stack } from '#/ui/Layout.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { type NumberState, NumberStep } from './NumberStep.tsx';

/** Forgot password, first step: the number, and the ways of whoever has it no more, or keeps it against somebody else. */
export function ResetPhoneStep(number: NumberState) {
  const text = useText();
  const below = (
    <>
      {text('account.reset.remember')} <TextLink href={paths.login}>{text('account.login.submit')}</TextLink>
    </>
  );
  return (
    <NumberStep {...number} step={1} of={3} title={text('account.register.phoneTitle')} why={text('account.reset.phoneWhy')} below={below}>
      <Stack gap={5}>
        <TextLink isAlone href={addressOf('forgotPassword', { step: 'lost' })}>
          {text('account.reset.lost')}
        </TextLink>
        <TextLink isAlone href={addressOf('forgotPassword', { step: 'stop' })}>
          {text('account.reset.stop')}
        </TextLink>
      </Stack>
    </NumberStep>
  );
}
