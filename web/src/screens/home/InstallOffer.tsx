import { userMulti } from '@sandali/contract/home.ts';
import { whatNow } from '@sandali/contract/whatNow.ts';
import { useEffect, useState } from 'react';
import { isInShell } from '#/client/bridge.ts';
import { install, installWay, isInvitable, noteInvitation } from '#/client/install.ts';
import { useServerQuery } from '#/client/query.ts';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Inline } from '#/ui/Layout.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { Text } from '#/ui/Text.tsx';
import { standingOf } from './facts.ts';

type Way = NonNullable<ReturnType<typeof installWay>>;

/**
 * Offers to install the app: once per device, after the first repaid loan, and only if the borrower
 * has nothing else to do.
 */
export default function InstallOffer() {
  const home = useServerQuery(userMulti, {}).data;
  const [way, setWay] = useState<Way | null>(null);
  const isTime = home?.hasRepaid === true && whatNow(standingOf(home)).scene === 'line';
  useEffect(() => {
    const possible = isTime && !isInShell() && isInvitable() ? installWay() : null;
    if (!possible) return;
    noteInvitation();
    setWay(possible);
  }, [isTime]);
  return way && <InstallSheet way={way} onClose={() => setWay(null)} />;
}

function InstallSheet(props: PanelProps) {
  return <Sheet {...usePanel(props)} />;
}

/** The offer without its dialog (for stories). */
export function InstallPanel(props: PanelProps) {
  return <SheetPanel {...usePanel(props)} />;
}

type PanelProps = { way: Way; onClose(): void };

function usePanel({ way, onClose }: PanelProps) {
  const text = useText();
  const accept = () => {
    onClose();
    void install();
  };
  return {
    title: text('home.install.title'),
    closeLabel: text('shell.close'),
    onClose,
    foot: (
      <Inline isEven>
        <Button look="quiet" onClick={onClose}>
          {text('home.install.not')}
        </Button>
        {way === 'prompt' && <Button onClick={accept}>{text('home.install.go')}</Button>}
      </Inline>
    ),
    children: (
      <>
        <Text>{text('home.install.why')}</Text>
        {way === 'share' && <Text>{text('home.install.share')}</Text>}
      </>
    ),
  };
}
