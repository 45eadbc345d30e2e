// What stands in the place of every screen behind the login after a start without a network.
import { useState } from 'react';
import { businessMs } from '#/client/businessClock.ts';
import { findNetwork } from '#/client/offlineStart.ts';
import { useText } from '#/i18n/text.ts';
import { usePath } from '#/routes/location.ts';
import { findRoute } from '#/routes/routes.tsx';
import { TabFoot } from '#/shell/TabFoot.tsx';
import { Foot } from '#/ui/Dock.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import { KeptDock, KeptView } from './KeptView.tsx';
import type { Kept } from './kept.ts';

type Props = {
  kept: Kept | null;
  /** Looks for the network; usual: asks the server whether it is there. */
  onLook?: () => Promise<unknown>;
};

/** The kept bill and code, with the head and the foot that the route has. */
export function KeptScreen({ kept, onLook = findNetwork }: Props) {
  const text = useText();
  const route = findRoute(usePath());
  const [isLooking, setLooking] = useState(false);
  const [phoneMs] = useState(businessMs);
  const look = () => {
    setLooking(true);
    void onLook().finally(() => setLooking(false));
  };
  const dock = <KeptDock isLooking={isLooking} onLook={look} />;
  return (
    <>
      {route.header === 'none' && <TopBar title={text(route.title)} />}
      <KeptView kept={kept} phoneMs={phoneMs} />
      {route.tab ? <TabFoot>{dock}</TabFoot> : <Foot>{dock}</Foot>}
    </>
  );
}
