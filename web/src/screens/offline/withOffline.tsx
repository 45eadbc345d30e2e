// Wraps all screens that require a login, for visits without a network.
import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '#/client/idle.ts';
import { useStartedOffline } from '#/client/offlineStart.ts';
import { useOnline } from '#/client/online.ts';
import type { ScreenProps } from '#/routes/currentRoute.ts';
import { useOfflineParts } from './useOfflineParts.ts';

type Note = typeof import('./OfflineNote.tsx').OfflineNote;

/**
 * Wraps a screen. Until the visit has had a network, renders the screen with its saved data;
 * without saved data, renders the saved bills and codes.
 */
export function withOffline(Screen: ComponentType<ScreenProps>): ComponentType<ScreenProps> {
  return function ScreenOrKept(props) {
    const isOut = useStartedOffline();
    const isOnline = useOnline();
    const parts = useOfflineParts(isOut);
    const Note = useNote();
    if (isOut && !parts) return null;
    // If the phone reports a network and nothing is saved, the screen's own loading state or error
    // is more helpful.
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
 * Loads the component that saves responses and shows their age, once the screen is loaded. Without
 * the component, nothing is saved.
 */
function useNote(): Note | null {
  const [loaded, setLoaded] = useState<{ OfflineNote: Note } | null>(null);
  useEffect(() => whenIdle(() => void import('./OfflineNote.tsx').then(setLoaded, () => {})), []);
  return loaded?.OfflineNote ?? null;
}
