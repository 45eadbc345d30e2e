import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { Note } from '#/ui/Note.tsx';
import { TextLink } from '#/ui/TextLink.tsx';

/** Accounts must be in the borrower's name, so the name comes first. */
export function NameMissing() {
  const text = useText();
  return (
    <Note
      action={<TextLink href={paths.creditPersonal}>{text('payoutAccounts.nameFill')}</TextLink>}
      title={text('payoutAccounts.nameFirst')}
    >
      {text('payoutAccounts.nameWhy')}
    </Note>
  );
}
