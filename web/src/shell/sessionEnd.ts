import { onSessionEnd } from '#/client/session.ts';
import { toast } from '#/client/toast.ts';
import { getText } from '#/i18n/text.ts';
import { currentAddress, navigate } from '#/routes/navigation.ts';
import { paths } from '#/routes/paths.ts';

/** Leads to the login whenever a session ends: after 1003 with the way back to the page that was open, after a logout without. */
export function redirectOnSessionEnd(): void {
  onSessionEnd((why) => {
    deleteStoredData();
    if (why === 'refused') {
      toast(getText('shell.sessionEnded'));
      void navigate(paths.login, { replace: true, returnTo: currentAddress() });
    } else void navigate(paths.login, { replace: true, returnTo: null });
  });
}

/** What the phone keeps goes, and the key with it (client/encryptedStore.ts). A record that is being written is written before, or into nothing. */
function deleteStoredData() {
  try {
    indexedDB.deleteDatabase('sandali');
  } catch {
    // a browser that forbids the database has kept nothing
  }
}
