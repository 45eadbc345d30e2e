// Wraps every screen behind the login for visits without a network.
import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '#/client/idle.ts';
import { useStartedOffline } from '#/client/offlineStart.ts';
import { useOnline } from '#/client/online.ts';
import type { ScreenProps } from '#/routes/routes.tsx';
import { useOfflineParts } from './useOfflineParts.ts';

type Note = typeof import('./OfflineNote.tsx').OfflineNote;

/**
 * Wraps a screen. Until the visit has a network, renders its saved answer, or else the saved bills
 * and codes. Online, renders the screen.
 */
export function withOffline(Screen: ComponentType<ScreenProps>): ComponentType<ScreenProps> {
  return function ScreenOrKept(props) {
    const isOut = useStartedOffline();
    const isOnline = useOnline();
    const parts = useOfflineParts(isOut);
    const Note = useNote();
    if (isOut && !parts) return null;
    // If the phone reports a network and nothing is saved, the screen's own loading or failure says
    // more.
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
 * Loads, after the screen, the component that saves answers and tells their age. Without it,
 * nothing is saved.
 */
function useNote(): Note | null {
  const [loaded, setLoaded] = useState<{ OfflineNote: Note } | null>(null);
  useEffect(() => whenIdle(() => void import('./OfflineNote.tsx').then(setLoaded, () => {})), []);
  return loaded?.OfflineNote ?? null;
}
