import { type ReactNode, useEffect } from 'react';
import type { Failure } from '#/client/callServer.ts';
import { useOfflineParts } from './useOfflineParts.ts';

const retryEveryMs = 10_000;

type Props = { failure: Pick<Failure, 'name'>; onRetry(): Promise<unknown>; children: ReactNode };

/**
 * Replaces a screen that could not load. If the network failed and a bill is saved, shows the saved
 * bill; otherwise shows the children, which explain the failure.
 */
export function OfflineFallback({ failure, onRetry, children }: Props) {
  const isWay = failure.name === 'offline' || failure.name === 'timeout';
  const parts = useOfflineParts(isWay);
  useEffect(() => {
    if (!isWay) return;
    const timer = setInterval(() => void (navigator.onLine && onRetry()), retryEveryMs);
    return () => clearInterval(timer);
  });
  if (!isWay || parts === 'failed') return children;
  if (!parts) return null;
  return parts.kept.bill ? <parts.OfflineScreen kept={parts.kept} onLook={onRetry} /> : children;
}
