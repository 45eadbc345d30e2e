import { useText } from '#/kit/text.ts';
import { paths } from '#/paths.ts';
import { TextLink } from '#/ui/TextLink.tsx';
import { type NumberState, NumberStep } from './NumberStep.tsx';

/** Forgot password, first step: the number. */
export function ResetPhoneStep(number: NumberState) {
  const text = useText();
  const below = (
    <>
      {text('account.reset.remember')} <TextLink href={paths.login}>{text('account.login.submit')}</TextLink>
    </>
  );
  return (
    <NumberStep
      {...number}
      step={1}
      of={3}
      title={text('account.register.phoneTitle')}
      why={text('account.reset.phoneWhy')}
      below={below}
    />
  );
}
