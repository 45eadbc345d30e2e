// The way of every screen behind the login through a start without a network.
import type { ComponentType } from 'react';
import { useStartedOffline } from '#/client/offlineStart.ts';
import { useOnline } from '#/client/online.ts';
import type { ScreenProps } from '#/routes/routes.tsx';
import { useOfflineParts } from './useOfflineParts.ts';

/** The screen, and in its place what is kept on the phone for as long as the visit has had no network. When there is one, the screen comes by itself. */
export function withOffline(Screen: ComponentType<ScreenProps>): ComponentType<ScreenProps> {
  return function ScreenOrKept(props) {
    const isOut = useStartedOffline();
    const isOnline = useOnline();
    const parts = useOfflineParts(isOut);
    if (!isOut || parts === 'failed') return <Screen {...props} />;
    if (!parts) return null;
    // The phone says it has a network, and nothing is kept: then the screen's own waiting and its own failure say more.
    return isOnline && !parts.bill ? <Screen {...props} /> : <parts.OfflineScreen bill={parts.bill} />;
  };
}
