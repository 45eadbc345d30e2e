import { useEffect } from 'react';
import { useText } from '#/i18n/text.ts';
import type { Status } from '#/screens/repayment/answers.ts';

/** A response, and the time of its arrival by the phone's clock. */
type Seen<T> = { data: T | undefined; answeredAtMs: number };

/**
 * Saves the code on the screen, or deletes it once it must no longer be paid. First loads the
 * script that saves; if that fails, nothing is saved.
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
