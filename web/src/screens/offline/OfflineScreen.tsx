// Replaces all screens that require a login after a start without a network.
import { useState } from 'react';
import { businessMs } from '#/client/clock.ts';
import { probeNetwork } from '#/client/offlineStart.ts';
import { useOnline } from '#/client/online.ts';
import { useText } from '#/i18n/text.ts';
import { usePath } from '#/routes/navigation.ts';
import { paths } from '#/routes/paths.ts';
import { findRoute } from '#/routes/routes.ts';
import { TabFooter } from '#/shell/TabFooter.tsx';
import { Footer } from '#/ui/Dock.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import { type Kept, OfflineDock, OfflineElsewhere, OfflineView } from './OfflineView.tsx';

type Props = {
  kept: Kept;
  /** Checks for a network; pings the server by default. */
  onLook?: () => Promise<unknown>;
};

/** The pages that saved bills replace: pages about bills, and pages on which a visit begins. */
const ofBills: readonly string[] = [
  paths.home,
  paths.orders,
  paths.my,
  paths.bill,
  paths.repayment,
  paths.extension,
  paths.statement,
  paths.documents,
  paths.loanResult,
];

/**
 * The saved bills and codes, or a note that this page needs a connection, with the route's header
 * and footer.
 */
export function OfflineScreen({ kept, onLook = probeNetwork }: Props) {
  const text = useText();
  const route = findRoute(usePath());
  const isOnline = useOnline();
  const [isLooking, setLooking] = useState(false);
  const [phoneMs] = useState(businessMs);
  const look = () => {
    setLooking(true);
    void onLook().finally(() => setLooking(false));
  };
  const dock = (
    <OfflineDock isOfBills={ofBills.includes(route.path)} isLooking={isLooking} onLook={look} />
  );
  return (
    <>
      {route.header === 'none' && <TopBar title={text(route.title)} />}
      {ofBills.includes(route.path) ? (
        <OfflineView kept={kept} phoneMs={phoneMs} isSaid={!isOnline} />
      ) : (
        <OfflineElsewhere />
      )}
      {route.tab ? <TabFooter>{dock}</TabFooter> : <Footer>{dock}</Footer>}
    </>
  );
}
