// The service worker. It is registered through a named Trusted Types policy, and updated only if
// the borrower agrees.

/** Interval between checks for a new release, because an installed app is seldom closed. */
const lookAgainMs = 60 * 60 * 1000;
const address = '/sw.js';

type Rules = { createScriptURL(url: string): string };
type Factory = { createPolicy(name: string, rules: Rules): Rules };
/** Passed to `onNew`. It switches to the waiting release and reloads the page. */
export type ActivateUpdate = () => void;

/**
 * The result of a registration. `kept`: the app opens offline from the next visit. `unreachable`:
 * the script did not load, and registration is retried once the network is back. `refused`: the
 * browser allows no service worker here (private window, blocked storage), so the app works only
 * online.
 */
type WorkerState = 'kept' | 'unreachable' | 'refused';

/**
 * Registers /sw.js, and retries once the network is back if the script was unreachable. Calls
 * `onNew` when a newer release is waiting. Only `switchNow` activates it, so that no form or
 * payment code on the screen is lost and other tabs keep their release.
 */
export async function registerWorker(
  onNew: (switchNow: ActivateUpdate) => void,
): Promise<WorkerState> {
  // The API is missing outside a secure context, and if the browser's settings disable it.
  if (!('serviceWorker' in navigator)) return 'refused';
  const state = await register(onNew);
  if (state === 'unreachable')
    addEventListener('online', () => void registerWorker(onNew), { once: true });
  return state;
}

async function register(onNew: (switchNow: ActivateUpdate) => void): Promise<WorkerState> {
  const script = trusted();
  let registration: ServiceWorkerRegistration | undefined;
  try {
    registration = await navigator.serviceWorker.register(script);
  } catch (error) {
    // A TypeError means that the script could not be fetched, is not a script, or threw. Refusals
    // are SecurityErrors and the like.
    const state = error instanceof TypeError ? 'unreachable' : 'refused';
    console.info(`The service worker is ${state}.`, error);
    return state;
  }
  // An extension or a test may replace `register` with a function that returns undefined.
  if (!registration) return 'refused';
  watch(registration, onNew);
  lookAgain(registration);
  return 'kept';
}

let policy: Rules | undefined;

/**
 * Returns the only script URL that the app creates at run time. The page's CSP allows the policy
 * `sandali`, and that policy can be created only once.
 */
function trusted(): string {
  const rules: Rules = {
    createScriptURL: (url) => {
      if (url === address) return url;
      throw new TypeError(url);
    },
  };
  policy ??=
    (window as { trustedTypes?: Factory }).trustedTypes?.createPolicy('sandali', rules) ?? rules;
  return policy.createScriptURL(address);
}

function watch(
  registration: ServiceWorkerRegistration,
  onNew: (switchNow: ActivateUpdate) => void,
) {
  const offer = (waiting: ServiceWorker) =>
    onNew(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
        once: true,
      });
      waiting.postMessage({ type: 'SKIP_WAITING' });
    });
  let followed: ServiceWorker | null = null;
  const follow = (coming: ServiceWorker | null) => {
    if (!coming || coming === followed) return;
    followed = coming;
    coming.addEventListener('statechange', () => {
      if (coming.state === 'installed' && navigator.serviceWorker.controller) offer(coming);
    });
  };
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  follow(registration.installing); // another tab may have asked first
  registration.addEventListener('updatefound', () => follow(registration.installing));
}

/** Checks for a newer release when the app becomes visible, at most hourly and only online. */
function lookAgain(registration: ServiceWorkerRegistration) {
  let lookedMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !navigator.onLine || Date.now() - lookedMs < lookAgainMs) return;
    lookedMs = Date.now();
    // `onLine` may be wrong; the next check tries again.
    registration.update().catch(() => {});
  });
}
