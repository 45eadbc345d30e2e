import { userMulti } from '@sandali/contract/home.ts';
import { passkeyList } from '@sandali/contract/passkey.ts';
import { whatNow } from '@sandali/contract/whatNow.ts';
import { useEffect, useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { writeStored } from '#/client/storage.ts';
import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { type HomeFacts, standingOf } from '#/screens/home/facts.ts';
import { Button, ButtonLink } from '#/ui/Button.tsx';
import { Inline } from '#/ui/Layout.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { Text } from '#/ui/Text.tsx';

/**
 * Whether a passkey offer may interrupt the borrower: no bill is due, and the account is not new.
 */
export const mayInterrupt = (home: HomeFacts) =>
  !['overdue', 'due', 'fresh'].includes(whatNow(standingOf(home)).scene);

/**
 * Offers a passkey once per device to a borrower without one, if nothing on the home screen is
 * urgent. Once a passkey is found, the server is not asked again.
 */
export default function PasskeyOffer() {
  const [isClosed, setClosed] = useState(false);
  const home = useServerQuery(userMulti, {}).data;
  const list = useServerQuery(passkeyList, {});
  const count = list.data?.passkeys.length;
  const isOffered = home !== undefined && mayInterrupt(home) && count === 0 && !isClosed;
  const isSettled = isOffered || Boolean(count);
  useEffect(() => {
    if (isSettled) writeStored('passkeyOffer', '1');
  }, [isSettled]);
  return isOffered ? <OfferSheet onClose={() => setClosed(true)} /> : null;
}

function OfferSheet({ onClose }: { onClose(): void }) {
  return <Sheet {...usePanel(onClose)} />;
}

/** The offer without its dialog (for stories). */
export function PasskeyOfferPanel({ onClose }: { onClose(): void }) {
  return <SheetPanel {...usePanel(onClose)} />;
}

function usePanel(onClose: () => void) {
  const text = useText();
  return {
    title: text('passkeys.offer.title'),
    closeLabel: text('shell.close'),
    onClose,
    foot: (
      <Inline isEven>
        <Button look="quiet" onClick={onClose}>
          {text('passkeys.offer.not')}
        </Button>
        <ButtonLink href={paths.passkeys}>{text('passkeys.offer.go')}</ButtonLink>
      </Inline>
    ),
    children: <Text>{text('passkeys.offer.why')}</Text>,
  };
}
