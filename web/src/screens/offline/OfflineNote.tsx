// Shows how old a screen's data is, above the screen, while the server is unreachable.
import { manilaDay } from '@sandali/contract/day.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { businessMs } from '#/client/clock.ts';
import { offlineNote, useOnline } from '#/client/online.ts';
import { queryClient } from '#/client/query.ts';
import { formatMoment } from '#/i18n/days.ts';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { usePath, useSearch } from '#/routes/navigation.ts';
import { answeredAt, followAnswers, isWayFailure, mainQueryOf } from './savedAnswers.ts';

const retryEveryMs = 10_000;
const subscribe = (listener: () => void) => queryClient.getQueryCache().subscribe(listener);

followAnswers();

/**
 * Sets the text of the offline bar and retries every ten seconds. `isOut` means that the visit
 * began without a network and still has none.
 */
export function OfflineNote({ isOut }: { isOut: boolean }) {
  const key = mainQueryOf(usePath(), useSearch());
  const read = useSyncExternalStore(subscribe, () =>
    key ? queryClient.getQueryState(key) : undefined,
  );
  const isOnline = useOnline();
  const isOld = read?.data !== undefined && (isOut || !isOnline || isWayFailure(read.error));
  useEffect(() => {
    if (!isOld) return;
    const timer = setInterval(
      () => void (navigator.onLine && queryClient.refetchQueries({ type: 'active' })),
      retryEveryMs,
    );
    return () => clearInterval(timer);
  }, [isOld]);
  // When back online, refetch the restored responses.
  const wasOut = useRef(isOut);
  useEffect(() => {
    if (wasOut.current && !isOut) void queryClient.refetchQueries({ type: 'active' });
    wasOut.current = isOut;
  }, [isOut]);
  return isOld && key ? <Words answer={key} /> : null;
}

function Words({ answer }: { answer: NonNullable<ReturnType<typeof mainQueryOf>> }) {
  const text = useText();
  const [hasTexts, setHasTexts] = useState(false);
  const at = answeredAt(answer);
  useEffect(() => {
    void loadCatalogs(['repayment']).then(
      () => setHasTexts(true),
      () => {}, // the bar keeps its default text
    );
  }, []);
  const words =
    hasTexts &&
    at &&
    text('repayment.kept.asOf', {
      moment: formatMoment(at, manilaDay(businessMs()), currentLocale()),
    });
  useEffect(() => {
    if (!words) return;
    offlineNote.set(words);
    return () => offlineNote.set(null);
  }, [words]);
  return null;
}
