// What is shown without a network: loaded only once it is wanted.
import { readOffline } from '#/client/offlineStore.ts';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';
import { OfflineScreen } from './OfflineScreen.tsx';
import { restoreScreen } from './savedAnswers.ts';
import { readSavedBill } from './savedBill.ts';

/**
 * The screen for a time without a network; the bill that was found on the phone, that of this address before the one to pay next; and whether the screen at
 * this address has the answer that it is drawn from: the last of this visit, or the kept one. Rejects where the texts cannot be loaded.
 */
export async function loadParts(path: string, search: URLSearchParams) {
  const [found, { hasAnswer, bill }] = await Promise.all([readOffline(), restoreScreen(path, search), loadCatalogs(['repayment'])]);
  return { OfflineScreen, bill: bill ?? readSavedBill(found), hasAnswer };
}
