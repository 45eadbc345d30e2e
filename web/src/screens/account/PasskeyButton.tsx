import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';

/** A passkey as the other way to prove who is there. */
export type PasskeyOption = { isBusy: boolean; onUse(): void };

/** The button beside a code; nothing where there is no passkey to use. */
export function PasskeyButton({ way }: { way: PasskeyOption | undefined }) {
  const text = useText();
  if (!way) return null;
  return (
    <Button look="soft" size="fit" isBusy={way.isBusy} onClick={way.onUse}>
      {text(way.isBusy ? 'account.passkey.busy' : 'account.passkey.instead')}
    </Button>
  );
}
