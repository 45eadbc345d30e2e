import { onSessionEnd } from '#/client/session.ts';
import { toast } from '#/client/toast.ts';
import { textNow } from '#/i18n/text.ts';
import { go, hereAddress } from '#/routes/location.ts';
import { paths } from '#/routes/paths.ts';

/** Leads to the login whenever a session ends: after 1003 with the way back to the page that was open, after a logout without. */
export function followSession(): void {
  onSessionEnd((why) => {
    forgetKept();
    if (why === 'refused') {
      toast(textNow('shell.sessionEnded'));
      void go(paths.login, { replace: true, wayBack: hereAddress() });
    } else void go(paths.login, { replace: true, wayBack: null });
  });
}

/** What the phone keeps goes, and the key with it (client/sealedStore.ts). A record that is being written is written before, or into nothing. */
function forgetKept() {
  try {
    indexedDB.deleteDatabase('sandali');
  } catch {
    // a browser that forbids the database has kept nothing
  }
}
