import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { TextLink } from '#/ui/TextLink.tsx';
import { Tick } from '#/ui/Tick.tsx';

type Props = { isChecked: boolean; onChange(isChecked: boolean): void; error?: string | undefined };

/** The box that login and sign-up ask for: the two agreements, each a link. */
export function AgreementTick({ isChecked, onChange, error }: Props) {
  const text = useText();
  return (
    <Tick name="agree" isChecked={isChecked} onChange={onChange} error={error}>
      {text('account.agree.before')} <TextLink href={paths.serviceAgreement}>{text('title.serviceAgreement')}</TextLink>{' '}
      {text('account.agree.and')} <TextLink href={paths.privacyPolicy}>{text('title.privacyPolicy')}</TextLink>
    </Tick>
  );
}
