// Installing the web app: the browser's own prompt, kept until it is wanted.
import { readStored, writeStored } from './storage.ts';

/** Chromium's event; no standard type has it. */
type InstallPrompt = Event & { prompt(): Promise<unknown> };

let kept: InstallPrompt | null = null;

/** Keeps the browser's prompt, which comes at a time of its own. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallPrompt;
  });
}

/**
 * How the app can be installed here: by the browser's prompt, by Safari's share menu on iOS, or not
 * at all (installed, unknown).
 */
export function installWay(): 'prompt' | 'share' | null {
  if (
    matchMedia('(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)')
      .matches
  )
    return null;
  if (kept) return 'prompt';
  const isSafariOnIos =
    /iPhone|iPad/.test(navigator.userAgent) && /Version\/[\d.]+ .*Safari/.test(navigator.userAgent);
  return isSafariOnIos ? 'share' : null;
}

/** Whether this device was never invited. */
export function isInvitable(): boolean {
  return readStored('installOffer') === null;
}

/** The invitation was shown: it never comes again on this device. */
export function noteInvitation(): void {
  writeStored('installOffer', '1');
}

/** Shows the browser's prompt, which may be used once. */
export async function install(): Promise<void> {
  const prompt = kept;
  kept = null;
  await prompt?.prompt();
}
