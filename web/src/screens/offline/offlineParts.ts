// Loads the offline screen and its data, only when needed.
import { readOffline } from '#/client/offlineStore.ts';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';
import { OfflineScreen } from './OfflineScreen.tsx';
import type { Kept } from './OfflineView.tsx';
import { keptPapers, restoreScreen } from './savedAnswers.ts';
import { readSavedBills } from './savedBill.ts';

/**
 * Loads the offline screen and the saved data. `hasAnswer` tells whether the screen at this address
 * has a response, either loaded in this visit or saved earlier. Rejects if the texts cannot be
 * loaded.
 */
export async function loadParts(path: string, search: URLSearchParams) {
  const loanId = search.get('loanId');
  const [records, hasAnswer, papers] = await Promise.all([
    readOffline(),
    restoreScreen(path, search),
    keptPapers(loanId),
    loadCatalogs(['repayment']),
  ]);
  const bills = readSavedBills(records);
  const bill = bills.find((saved) => saved.loanId === loanId) ?? bills[0] ?? null;
  const saved: Kept = { bill, others: bills.filter((saved) => saved !== bill), papers };
  return { OfflineScreen, kept: saved, hasAnswer };
}
