// Opens the customer service sheet over any screen. Every text that mentions customer service links
// to it.
import type { RefusalName } from '@sandali/contract/codes.ts';
import { createStore } from '#/client/createStore.ts';
import { dismissToast, toast } from '#/client/toast.ts';
import { getText } from '#/i18n/text.ts';
import { onNavigate } from '#/routes/navigation.ts';

const isOpen = createStore(false);

/** Opens the sheet that lists how to reach customer service. The shell renders the sheet. */
export const openService = (): void => isOpen.set(true);
export const closeService = (): void => isOpen.set(false);

export const useIsServiceOpen = isOpen.use;

/** The refusals whose texts mention customer service; a test compares them with the texts. */
export const serviceRefusals: readonly RefusalName[] = [
  'idDigitsSpent',
  'idNumberUnknown',
  'idNumberSpent',
  'phoneTaken',
  'idNumberTaken',
  'complaintsSpent',
  'extensionSpent',
  'extensionAboveRate',
  'extensionAboveTotal',
  'planRunning',
  'planTooOften',
  'planByPerson',
  'disputeNotPossible',
  'lineHeld',
  'lineClosed',
  'claimOpen',
  'recoveryOpen',
];

/**
 * Shows the message of a failed write. If the message mentions customer service, adds a link: to
 * the message itself, or on a separate line if a field or the screen already shows the message
 * (`isSaid`).
 * @returns a function that removes the message
 */
export function showFailure(
  { name, message }: { name: string; message: string },
  isSaid: boolean,
): () => void {
  if (serviceRefusals.some((refusal) => refusal === name))
    offerService(isSaid ? getText('shell.serviceHelps') : message);
  else if (!isSaid) {
    const id = toast(message, { tone: 'bad' });
    return () => dismissToast(id);
  }
  return () => {};
}

/** Shows the toast until it is used or dismissed, or until another screen opens. */
function offerService(words: string): void {
  const id = toast(words, { action: { label: getText('my.service'), run: openService } });
  const stop = onNavigate(() => {
    stop();
    dismissToast(id);
  });
}
