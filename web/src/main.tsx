import './ui/tokens.css';
import './ui/base.css';
import './shell/slides.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { loadConfig } from './kit/config.ts';
import { whenIdle } from './kit/idle.ts';
import { followHistory } from './kit/location.ts';
import { chosenLocale, speak, textNow } from './kit/text.ts';
import { toast } from './kit/toast.ts';
import { loadScreen } from './routes.tsx';
import { redirectOf } from './shell/guard.ts';
import { followSession } from './shell/sessionEnd.ts';

// A function, and no `await` at the top level: screens import the file that this one is bundled into, and would wait for it for ever.
async function start() {
  const painted = { lang: document.documentElement.lang, path: location.pathname };
  const locale = chosenLocale();
  await speak(locale);
  await followHistory({ prepare: loadScreen, redirect: redirectOf });
  document.documentElement.lang = locale;

  const root = document.getElementById('root') as HTMLElement;
  // A prerendered page is taken over as it stands, unless it came in another language or a guard has sent the visitor elsewhere.
  const fits = root.firstElementChild && painted.lang === locale && painted.path === location.pathname;
  if (fits) hydrateRoot(root, <App />, { onRecoverableError: (error) => console.error('hydration', error) });
  else createRoot(root).render(<App />);

  followSession();
  whenIdle(() => {
    void loadConfig();
    void keepWorker();
  });
}

/** Registers the service worker; where its script cannot be loaded, the next visit tries again. */
async function keepWorker() {
  const { registerWorker } = await import('./kit/worker.ts').catch(() => ({ registerWorker: null }));
  registerWorker?.((switchNow) => toast(textNow('shell.update'), { action: { label: textNow('shell.updateNow'), run: switchNow } }));
}

/** Without the texts nothing can be drawn: the page says so in the one way that is left, and a touch loads it again. */
function giveUp() {
  const root = document.getElementById('root') as HTMLElement;
  if (root.firstElementChild) return;
  const words = document.createElement('button');
  words.textContent = 'The network connection is abnormal please click the page to reload';
  words.onclick = () => location.reload();
  root.replaceChildren(words);
}

start().catch((error) => {
  console.error('start', error);
  giveUp();
});
