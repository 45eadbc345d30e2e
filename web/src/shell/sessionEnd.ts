import { go, hereAddress } from '#/kit/location.ts';
import { onSessionEnd } from '#/kit/session.ts';
import { textNow } from '#/kit/text.ts';
import { toast } from '#/kit/toast.ts';
import { paths } from '#/paths.ts';

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

/** What the phone keeps goes, and the key with it (kit/sealedStore.ts). A record that is being written is written before, or into nothing. */
function forgetKept() {
  try {
    indexedDB.deleteDatabase('sandali');
  } catch {
    // a browser that forbids the database has kept nothing
  }
}
