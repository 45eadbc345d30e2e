import type { Passkey } from '@sandali/contract/passkey.ts';
import { useText } from '#/i18n/text.ts';
import { useDeviceName } from '#/screens/account/devices/deviceName.ts';
import { Button } from '#/ui/Button.tsx';
import { Dialog, DialogPanel } from '#/ui/Dialog.tsx';

export type RemoveDialogProps = { passkey: Passkey; isBusy: boolean; onStay(): void; onRemove(): void };

/** Asks before a passkey is removed. */
export function RemoveDialog(props: RemoveDialogProps) {
  return <Dialog {...usePanel(props)} onClose={props.onStay} />;
}

/** The drawn question, for the gallery. */
export function RemovePanel(props: RemoveDialogProps) {
  return <DialogPanel {...usePanel(props)} />;
}

function usePanel({ passkey, isBusy, onStay, onRemove }: RemoveDialogProps) {
  const text = useText();
  const device = useDeviceName(passkey);
  return {
    title: text('passkeys.remove.title'),
    children: text('passkeys.remove.why', { device }),
    actions: (
      <>
        <Button look="quiet" onClick={onStay}>
          {text('passkeys.remove.stay')}
        </Button>
        <Button look="danger" isBusy={isBusy} onClick={onRemove}>
          {text(isBusy ? 'passkeys.remove.busy' : 'passkeys.remove.go')}
        </Button>
      </>
    ),
  };
}
