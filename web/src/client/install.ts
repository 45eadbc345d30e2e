// Installation of the web app. The browser's own prompt is held back until the borrower asks for
// it.
import { readStored, writeStored } from './storage.ts';

/** Chromium's event, which is missing from the standard types. */
type InstallPrompt = Event & { prompt(): Promise<unknown> };

let keptPrompt: InstallPrompt | null = null;

/** Holds back the browser's install prompt, which may arrive at any time. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    keptPrompt = event as InstallPrompt;
  });
}

/**
 * Returns how the app can be installed here: with the browser's prompt, or from Safari's share menu
 * on iOS. Returns null if the app is already installed or cannot be installed.
 */
export function installWay(): 'prompt' | 'share' | null {
  if (
    matchMedia('(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)')
      .matches
  )
    return null;
  if (keptPrompt) return 'prompt';
  const isSafariOnIos =
    /iPhone|iPad/.test(navigator.userAgent) && /Version\/[\d.]+ .*Safari/.test(navigator.userAgent);
  return isSafariOnIos ? 'share' : null;
}

export function isInvitable(): boolean {
  return readStored('installOffer') === null;
}

/** Records that the invitation was shown, so that it never appears again on this device. */
export function noteInvitation(): void {
  writeStored('installOffer', '1');
}

/** Shows the browser's prompt, which can be shown only once. */
export async function install(): Promise<void> {
  const prompt = keptPrompt;
  keptPrompt = null;
  await prompt?.prompt();
}
