// The service worker: registered by us through a named Trusted Types policy, and renewed only when
// the borrower says so.

/**
 * How long a visit that is not closed, as an installed program seldom is, goes on before it asks
 * for a newer release again.
 */
const lookAgainMs = 60 * 60 * 1000;
const address = '/sw.js';

type Rules = { createScriptURL(url: string): string };
type Factory = { createPolicy(name: string, rules: Rules): Rules };
/** What is given to `onNew`: it switches to the release that waits, and reloads. */
export type ActivateUpdate = () => void;

/**
 * What became of the registration: `kept`: the browser has the worker, and the program opens
 * without a network from the next visit on. `unreachable`: its script could not be loaded or was
 * not a script. A later visit with a better connection tries again. `refused`: this browser keeps
 * no workers for this page: a private window, storage that is switched off, a policy or the like.
 * The program then runs without one, as in a browser without workers: everything works with a
 * network.
 */
type WorkerState = 'kept' | 'unreachable' | 'refused';

/**
 * Registers /sw.js and, while its script cannot be reached, does so again whenever the network
 * comes back. `onNew` is called when a newer release waits; nothing but what it is given switches
 * to it: a release waits for as long as a form is filled in or a payment code is shown, and other
 * tabs keep what they run.
 */
export async function registerWorker(
  onNew: (switchNow: ActivateUpdate) => void,
): Promise<WorkerState> {
  // Outside a secure context, and where a browser is set so, there is none.
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
    // The specification's name for a script that cannot be fetched, is no script, or fails as it
    // runs; refusals are SecurityError and their like.
    const state = error instanceof TypeError ? 'unreachable' : 'refused';
    console.info(`The service worker is ${state}.`, error);
    return state;
  }
  // What an extension or a test puts in the place of the browser's own may answer with nothing,
  // whatever the types say.
  if (!registration) return 'refused';
  watch(registration, onNew);
  lookAgain(registration);
  return 'kept';
}

let policy: Rules | undefined;

/**
 * The one script address that this program makes at run time; the policy `sandali` is named in the
 * page's CSP, and may be made once.
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

/**
 * Asks for a newer release when the program is looked at again, at most once an hour and only with
 * a network.
 */
function lookAgain(registration: ServiceWorkerRegistration) {
  let lookedMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !navigator.onLine || Date.now() - lookedMs < lookAgainMs) return;
    lookedMs = Date.now();
    // the line is not always what it says: the next look asks again
    registration.update().catch(() => {});
  });
}
