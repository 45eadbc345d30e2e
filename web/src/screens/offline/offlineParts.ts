// What is shown without a network: loaded only once it is wanted.
import { readOffline } from '#/client/offlineStore.ts';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';
import { OfflineScreen } from './OfflineScreen.tsx';
import type { Kept } from './OfflineView.tsx';
import { keptPapers, restoreScreen } from './savedAnswers.ts';
import { readSavedBills } from './savedBill.ts';

/**
 * The screen for a time without a network, what was found on the phone, and whether the screen at
 * this address has the answer that it is drawn from: the last of this visit, or the kept one.
 * Rejects where the texts cannot be loaded.
 */
export async function loadParts(path: string, search: URLSearchParams) {
  const loanId = search.get('loanId');
  const [found, hasAnswer, papers] = await Promise.all([
    readOffline(),
    restoreScreen(path, search),
    keptPapers(loanId),
    loadCatalogs(['repayment']),
  ]);
  const bills = readSavedBills(found);
  const bill = bills.find((one) => one.loanId === loanId) ?? bills[0] ?? null;
  const kept: Kept = { bill, others: bills.filter((one) => one !== bill), papers };
  return { OfflineScreen, kept, hasAnswer };
}
