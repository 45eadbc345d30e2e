// The way of every screen behind the login through a time without a network.
import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '#/client/idle.ts';
import { useStartedOffline } from '#/client/offlineStart.ts';
import { useOnline } from '#/client/online.ts';
import type { ScreenProps } from '#/routes/routes.tsx';
import { useOfflineParts } from './useOfflineParts.ts';

type Note = typeof import('./OfflineNote.tsx').OfflineNote;

/**
 * The screen. For as long as the visit has had no network, it is drawn from its last answer where
 * that is kept on the phone; in place of other screens come the kept bills with their codes. When
 * there is a network, the screen comes by itself.
 */
export function withOffline(Screen: ComponentType<ScreenProps>): ComponentType<ScreenProps> {
  return function ScreenOrKept(props) {
    const isOut = useStartedOffline();
    const isOnline = useOnline();
    const parts = useOfflineParts(isOut);
    const Note = useNote();
    if (isOut && !parts) return null;
    // The phone says it has a network, and nothing is kept: then the screen's own waiting and its
    // own failure say more.
    const isReplaced =
      isOut && parts && parts !== 'failed' && !parts.hasAnswer && !(isOnline && !parts.kept.bill);
    if (isReplaced) return <parts.OfflineScreen kept={parts.kept} />;
    return (
      <>
        {Note && <Note isOut={isOut} />}
        <Screen {...props} />
      </>
    );
  };
}

/**
 * What keeps the answers of screens, and says how old they are: it comes once the screen is there.
 * Where it cannot be loaded, nothing is kept.
 */
function useNote(): Note | null {
  const [loaded, setLoaded] = useState<{ OfflineNote: Note } | null>(null);
  useEffect(() => whenIdle(() => void import('./OfflineNote.tsx').then(setLoaded, () => {})), []);
  return loaded?.OfflineNote ?? null;
}
