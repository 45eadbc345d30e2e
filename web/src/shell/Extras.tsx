import { isOlder } from '@sandali/contract/version.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { terminalType } from '#/client/bridge.ts';
import { useConfig } from '#/client/config.ts';
import { isInvitable } from '#/client/install.ts';
import { isLoggedIn } from '#/client/session.ts';
import { readStored } from '#/client/storage.ts';
import { clientVersion } from '#/client/version.ts';
import { useText } from '#/i18n/text.ts';
import { paths } from '#/routes/paths.ts';
import { Feedback } from '#/screens/cases/Feedback.tsx';
import { Button, ButtonLink } from '#/ui/Button.tsx';
import { Dialog, DialogPanel } from '#/ui/Dialog.tsx';
import { Picture } from '#/ui/Picture.tsx';
import { downloadLink, downloadOffer } from './download.ts';
import css from './shell.module.css';

export type ExtrasProps = {
  path: string;
  /** The previous path. */
  cameFrom: string | null;
};

/**
 * Dialogs and buttons that may cover any screen but are not needed for its first paint: the update
 * prompt, the download button, the feedback dialog.
 */
export function Extras({ path, cameFrom }: ExtrasProps) {
  const config = useConfig();
  const offer = usePasskeyOffer(path === paths.home);
  const invitation = useInvitation(path === paths.home);
  const isTooOld = config !== null && isOlder(clientVersion(), config.minVersion[terminalType()]);
  const download = config && downloadOffer(config, path);
  if (isTooOld) return <UpdatePrompt download={downloadLink(config)} />;
  return (
    <>
      {download && <DownloadButton href={download} />}
      {path === paths.home && (cameFrom === paths.loan ? <Feedback /> : (offer ?? invitation))}
    </>
  );
}

/**
 * Offers a passkey once per device. Its script loads after the home screen, which does not need it.
 */
function usePasskeyOffer(isHome: boolean): ReactNode {
  const [offer, setOffer] = useState<ReactNode>(null);
  useEffect(() => {
    if (!isHome || !isLoggedIn() || readStored('passkeyOffer') !== null) return;
    void import('#/screens/account/passkeys/offer.tsx')
      .then((part) => part.passkeyOffer())
      .then(setOffer, () => {});
  }, [isHome]);
  return offer;
}

/** After the passkey offer, invites the borrower to install the app. */
function useInvitation(isHome: boolean): ReactNode {
  const [invitation, setInvitation] = useState<ReactNode>(null);
  useEffect(() => {
    if (!isHome || !isLoggedIn() || !isInvitable()) return;
    void import('#/screens/home/InstallOffer.tsx').then(
      ({ default: Offer }) => setInvitation(<Offer />),
      () => {},
    );
  }, [isHome]);
  return invitation;
}

/** The floating button that opens the app's page in the app store. */
export function DownloadButton({ href }: { href: string }) {
  const text = useText();
  return (
    <aside className={css.download}>
      <ButtonLink size="fit" look="soft" icon="download" href={href} rel="noopener">
        {text('shell.downloadApp')}
      </ButtonLink>
    </aside>
  );
}

type Props = {
  /** The address of the app's download; null if the app cannot be downloaded. */
  download: string | null;
  isDrawnOnly?: boolean;
};

/**
 * Covers the app if the client is outdated (spec §2), and offers only ways to update. Reloading the
 * page loads the newest web release.
 */
export function UpdatePrompt({ download, isDrawnOnly }: Props) {
  const text = useText();
  const Frame = isDrawnOnly ? DialogPanel : Dialog;
  const actions = (
    <>
      {download && (
        <ButtonLink href={download} icon="download">
          {text('shell.downloadApp')}
        </ButtonLink>
      )}
      <Button look={download ? 'soft' : 'primary'} icon="refresh" onClick={() => location.reload()}>
        {text('shell.reload')}
      </Button>
    </>
  );
  return (
    <Frame
      isStacked
      picture={<Picture name="update" size="s" />}
      title={text('shell.tooOldTitle')}
      actions={actions}
    >
      {text('shell.tooOld')}
    </Frame>
  );
}
