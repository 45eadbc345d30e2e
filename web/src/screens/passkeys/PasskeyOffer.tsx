import { passkeyList } from '@sandali/contract/passkey.ts';
import { useEffect, useState } from 'react';
import { hasOwnLock } from '#/kit/passkeys.ts';
import { useAsk } from '#/kit/query.ts';
import { keep } from '#/kit/store.ts';
import { useText } from '#/kit/text.ts';
import { paths } from '#/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Note } from '#/ui/Note.tsx';
import { offerKey } from './offer.ts';

/** Offers a passkey, once on this device: where it can check its person, and the borrower has none. It stays until it is closed or the screen left. */
export default function PasskeyOffer() {
  const [hasLock, setHasLock] = useState(false);
  const [isClosed, setClosed] = useState(false);
  const list = useAsk(passkeyList, {}, { isOff: !hasLock });
  const isOffered = hasLock && list.data?.passkeys.length === 0 && !isClosed;
  useEffect(() => {
    void hasOwnLock().then(setHasLock);
  }, []);
  useEffect(() => {
    if (isOffered) keep(offerKey, '1');
  }, [isOffered]);
  return isOffered ? <PasskeyOfferNote onClose={() => setClosed(true)} /> : null;
}

/** The offer as it is drawn. */
export function PasskeyOfferNote({ onClose }: { onClose(): void }) {
  const text = useText();
  const action = (
    <ButtonLink look="soft" size="fit" href={paths.passkeys}>
      {text('passkeys.offer.go')}
    </ButtonLink>
  );
  return (
    <Note icon="key" title={text('passkeys.offer.title')} role="status" onClose={onClose} closeLabel={text('shell.close')} action={action}>
      {text('passkeys.offer.why')}
    </Note>
  );
}
