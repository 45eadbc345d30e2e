import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { Checkbox } from '#/ui/Checkbox.tsx';
import { TextLink } from '#/ui/TextLink.tsx';

type Props = { isChecked: boolean; onChange(isChecked: boolean): void; error?: string | undefined };

/** The agreement checkbox on login and sign-up, with links to both agreements. */
export function AgreementCheckbox({ isChecked, onChange, error }: Props) {
  const text = useText();
  return (
    <Checkbox name="agree" isChecked={isChecked} onChange={onChange} error={error}>
      {text('account.agree.before')}{' '}
      <TextLink href={paths.serviceAgreement}>{text('title.serviceAgreement')}</TextLink>{' '}
      {text('account.agree.and')}{' '}
      <TextLink href={paths.privacyPolicy}>{text('title.privacyPolicy')}</TextLink>
    </Checkbox>
  );
}
