import { useEffect } from 'react';
import { useText } from '#/i18n/text.ts';
import type { Status } from '#/screens/repayment/answers.ts';

/** An answer, and when it came by the phone's clock. */
type Seen<T> = { data: T | undefined; answeredAtMs: number };

/**
 * Keeps the code on the screen, or forgets it once it is not to be paid any more. What keeps it
 * comes then; where it cannot be loaded, nothing is kept.
 */
export function useSaveCode({ data: status, answeredAtMs }: Seen<Status>): void {
  const text = useText();
  const name = status && text(`repayment.channel.${status.channel}`);
  useEffect(() => {
    if (!status || name === undefined) return;
    void Promise.all([import('#/client/offlineStore.ts'), import('./savedBill.ts')])
      .then(([{ saveOffline }, { readRecord, savedFromCode }]) =>
        saveOffline(status.loanId, status, answeredAtMs, (before) =>
          savedFromCode(status, name, readRecord(before)),
        ),
      )
      .catch(() => {});
  }, [status, answeredAtMs, name]);
}
