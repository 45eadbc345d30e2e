import { useState } from 'react';
import { focusField } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Note } from '#/ui/Note.tsx';
import { PasswordField } from '#/ui/PasswordField.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';

type Props = {
  hasPassword: boolean;
  refusal?: string | undefined;
  isBusy: boolean;
  onEdit(): void;
  onPassword(password: string): void;
  onLogInAgain(): void;
  onClose(): void;
  isDrawnOnly?: boolean;
};

/** Asks for the password before personal data is exported unmasked. */
export function ProofSheet({
  hasPassword,
  refusal,
  isBusy,
  onEdit,
  onPassword,
  onLogInAgain,
  onClose,
  isDrawnOnly,
}: Props) {
  const text = useText();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  const submit = () => {
    setMissing(password === '');
    if (password === '') focusField('password');
    else onPassword(password);
  };
  const edit = (typed: string) => {
    setPassword(typed);
    setMissing(false);
    onEdit();
  };
  const foot = hasPassword ? (
    <Button type="submit" form="proof" isBusy={isBusy}>
      {text(isBusy ? 'data.take.busy' : 'data.take.title')}
    </Button>
  ) : (
    <Button onClick={onLogInAgain}>{text('data.proof.again')}</Button>
  );
  return (
    <Frame
      title={text('data.proof.title')}
      detail={text('data.proof.why')}
      closeLabel={text('shell.close')}
      onClose={onClose}
      foot={foot}
    >
      {hasPassword ? (
        <form
          id="proof"
          method="post"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <OwnPassword
            value={password}
            onChange={edit}
            error={isMissing ? text('data.proof.missing') : refusal}
          />
        </form>
      ) : (
        <Note tone="plain">{text('data.proof.none')}</Note>
      )}
    </Frame>
  );
}

/** The current password, as proof of identity. */
export function OwnPassword({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange(typed: string): void;
  error?: string | undefined;
}) {
  const text = useText();
  return (
    <PasswordField
      label={text('data.proof.password')}
      name="password"
      autoComplete="current-password"
      showLabel={text('data.proof.show')}
      hideLabel={text('data.proof.hide')}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
