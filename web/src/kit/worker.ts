// The service worker: registered by us through a named Trusted Types policy, and renewed only when the borrower says so.

/** How long a visit that is not closed, as an installed program seldom is, goes on before it asks for a newer release again. */
const lookAgainMs = 60 * 60 * 1000;

type Rules = { createScriptURL(url: string): string };
type Factory = { createPolicy(name: string, rules: Rules): Rules };

/**
 * Registers /sw.js in a production build. `onNew` is called when a newer release waits; what it is given switches to it and reloads. Nothing
 * else does either: a release waits for as long as a form is filled in or a payment code is shown, and other tabs keep what they run.
 */
export function registerWorker(onNew: (switchNow: () => void) => void): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const types = (window as { trustedTypes?: Factory }).trustedTypes;
  // The one script address that this program makes at run time; the policy `sandali` is named in the page's CSP.
  const rules: Rules = {
    createScriptURL: (url) => {
      if (url === '/sw.js') return url;
      throw new TypeError(url);
    },
  };
  const address = (types?.createPolicy('sandali', rules) ?? rules).createScriptURL('/sw.js');
  navigator.serviceWorker.register(address).then(
    (registration) => {
      watch(registration, onNew);
      lookAgain(registration);
    },
    (error) => console.warn('The service worker could not be registered.', error),
  );
}

function watch(registration: ServiceWorkerRegistration, onNew: (switchNow: () => void) => void) {
  const offer = (waiting: ServiceWorker) =>
    onNew(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      waiting.postMessage({ type: 'SKIP_WAITING' });
    });
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && navigator.serviceWorker.controller) offer(coming);
    });
  });
}

/** Asks for a newer release when the program is looked at again, at most once an hour and only with a network. */
function lookAgain(registration: ServiceWorkerRegistration) {
  let lookedMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !navigator.onLine || Date.now() - lookedMs < lookAgainMs) return;
    lookedMs = Date.now();
    registration.update().catch(() => {});
  });
}
