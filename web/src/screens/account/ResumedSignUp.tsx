import { useText } from '#/i18n/text.ts';
import { Note } from '#/ui/Note.tsx';
import { TextButton } from '#/ui/TextLink.tsx';

/** Over a step of a sign-up that goes on where it stopped: that its number was kept, and the way to begin without. */
export function ResumedSignUp({ onClear }: { onClear(): void }) {
  const text = useText();
  return (
    <Note tone="plain" role="status" action={<TextButton onClick={onClear}>{text('account.register.clear')}</TextButton>}>
      {text('account.register.kept')}
    </Note>
  );
}
