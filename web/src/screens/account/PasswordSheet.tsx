import { type FormEvent, useId, useState } from 'react';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { PasswordField } from '#/ui/PasswordField.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';

type PasswordSheetProps = {
  isBusy: boolean;
  refusal?: string | undefined;
  onEdit(): void;
  onClose(): void;
  onPassword(password: string): void;
};

/** Asks for the password again if a session alone is not proof enough. */
export function PasswordSheet(props: PasswordSheetProps) {
  return <Sheet {...usePanel(props)} />;
}

/** The sheet without its dialog (for stories). */
export function PasswordPanel(props: PasswordSheetProps) {
  return <SheetPanel {...usePanel(props)} />;
}

function usePanel({ isBusy, refusal, onEdit, onClose, onPassword }: PasswordSheetProps) {
  const text = useText();
  const formId = useId();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    if (password !== '') onPassword(password);
  };
  return {
    title: text('proof.title'),
    detail: text('proof.why'),
    closeLabel: text('shell.close'),
    onClose,
    foot: (
      <Button type="submit" form={formId} isBusy={isBusy}>
        {text(isBusy ? 'proof.busy' : 'proof.go')}
      </Button>
    ),
    children: (
      <form id={formId} method="post" noValidate onSubmit={submit}>
        <PasswordField
          name="password"
          label={text('account.password')}
          autoComplete="current-password"
          showLabel={text('account.showPassword')}
          hideLabel={text('account.hidePassword')}
          value={password}
          onChange={(typed) => {
            setPassword(typed);
            setMissing(false);
            onEdit();
          }}
          error={isMissing ? text('proof.missing') : refusal}
        />
      </form>
    ),
  };
}
