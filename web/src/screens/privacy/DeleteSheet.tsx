import { type FormEvent, type ReactNode, useState } from 'react';
import { focusField } from '#/client/write.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { Button, ButtonLink } from '#/ui/Button.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { OwnPassword } from './ProofSheet.tsx';
import { type Data, formatLongDay, retentionText } from './privacyTexts.ts';

export type DeleteSheetProps = {
  deletion: Data['deletion'];
  hasPassword: boolean;
  needsProof: boolean;
  refusal?: string | undefined;
  isBusy: boolean;
  onEdit(): void;
  /** Called with the password, or with null if no proof is needed. */
  onDelete(password: string | null): void;
  /** Opens a request to staff. */
  onRequest(): void;
  /**
   * Logs out, so that the borrower can prove their identity by logging in with a code; the login
   * leads back here.
   */
  onLogInAgain(): void;
  onClose(): void;
  isDrawnOnly?: boolean;
};

/**
 * The sheet for deleting the account: what is deleted, what is retained and why, or why deletion is
 * not possible yet.
 */
export function DeleteSheet(props: DeleteSheetProps) {
  const { deletion, hasPassword, needsProof, isBusy, onRequest, onClose, isDrawnOnly } = props;
  const text = useText();
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  const isNow = deletion.way === 'now';
  const canProve = hasPassword || !needsProof;
  const words = text(isBusy ? 'data.delete.busy' : 'data.delete.submit');
  const acts: Partial<Record<typeof deletion.way, ReactNode>> = {
    now: canProve ? (
      <Button look="danger" type="submit" form="delete" isBusy={isBusy}>
        {words}
      </Button>
    ) : (
      <Button onClick={props.onLogInAgain}>{text('data.proof.again')}</Button>
    ),
    openLoan: <ButtonLink href={paths.orders}>{text('data.delete.toOrders')}</ButtonLink>,
    request: (
      <>
        {deletion.money === 'kept' && (
          <ButtonLink href={paths.refund}>{text('data.delete.toRefund')}</ButtonLink>
        )}
        <Button look={deletion.money === 'kept' ? 'soft' : 'primary'} onClick={onRequest}>
          {text('data.request.send')}
        </Button>
      </>
    ),
  };
  const foot = (
    <Stack>
      {acts[deletion.way]}
      <Button look="quiet" onClick={onClose}>
        {text('data.delete.stay')}
      </Button>
    </Stack>
  );
  return (
    <Frame
      title={text('data.delete.title')}
      closeLabel={text('shell.close')}
      onClose={onClose}
      foot={foot}
    >
      {isNow ? <Now {...props} canProve={canProve} /> : <NotNow deletion={deletion} />}
    </Frame>
  );
}

function NotNow({ deletion: { way, from, heldUntil, money } }: Pick<DeleteSheetProps, 'deletion'>) {
  const text = useText();
  if (way === 'later')
    return (
      <Note>{text('data.delete.laterWhy', { day: formatLongDay(from, currentLocale()) })}</Note>
    );
  if (way === 'openLoan' || way === 'underReview')
    return <Note>{text(`data.delete.${way}Why`)}</Note>;
  return (
    <Stack gap={3}>
      <Text>{text('data.request.why.deletion')}</Text>
      <Note>
        {money
          ? text(`data.delete.money.${money}Why`)
          : retentionText({ keeping: 'law', keptUntil: heldUntil }, currentLocale(), text)}
      </Note>
    </Stack>
  );
}

function Now({
  needsProof,
  refusal,
  canProve,
  onEdit,
  onDelete,
}: DeleteSheetProps & { canProve: boolean }) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<'word' | 'password' | null>(null);
  const word = text('data.delete.word');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isTyped = typed.trim().normalize('NFC').toLocaleUpperCase() === word.normalize('NFC');
    const fault = !isTyped ? 'word' : needsProof && password === '' ? 'password' : null;
    setWrong(fault);
    if (fault) focusField(fault);
    else onDelete(needsProof ? password : null);
  };
  const edit = (change: () => void) => {
    change();
    setWrong(null);
    onEdit();
  };
  return (
    <form id="delete" method="post" noValidate onSubmit={submit}>
      <Stack gap={4}>
        <Text>{text('data.delete.goes')}</Text>
        <Text size="s">{text('data.delete.stays')}</Text>
        {canProve ? (
          <>
            <TextField
              name="word"
              label={text('data.delete.type', { word })}
              autoComplete="off"
              value={typed}
              onChange={(next) => edit(() => setTyped(next))}
              error={wrong === 'word' && text('data.delete.typeWrong', { word })}
            />
            {needsProof && (
              <OwnPassword
                value={password}
                onChange={(next) => edit(() => setPassword(next))}
                error={wrong === 'password' ? text('data.proof.missing') : refusal}
              />
            )}
          </>
        ) : (
          <Note tone="plain">{text('data.proof.none')}</Note>
        )}
      </Stack>
    </form>
  );
}
