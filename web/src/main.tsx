import './ui/tokens.css';
import './ui/base.css';
import './routes/slides.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { loadStyles } from './client/chunk.ts';
import { createProgramLoader, ProgramContext } from './client/program.ts';
import { readStored } from './client/storage.ts';
import { activateTexts, loadLoginTexts, preferredLocale } from './i18n/text.ts';
import { setCurrentRoute } from './routes/currentRoute.ts';
import Login from './screens/account/Login.tsx';
import { Frame } from './shell/Frame.tsx';

/** The paths that show the prerendered login to a visitor who is not logged in. */
const loginPaths = ['/', '/login'];

const program = createProgramLoader(() => import('./program.tsx'));
const app = (
  <ProgramContext value={program}>
    <Frame />
  </ProgramContext>
);

// No top-level `await`: screens import the chunk that contains this file, and would deadlock.
async function start() {
  const root = document.getElementById('root') as HTMLElement;
  const painted = { lang: document.documentElement.lang, path: location.pathname };
  const locale = preferredLocale();
  const isPrerendered = root.firstElementChild !== null && painted.lang === locale;
  // Redirecting a logged-in visitor away from /login needs the whole app.
  const isLogin = isPrerendered && loginPaths.includes(painted.path) && !readStored('Token');

  if (isLogin) {
    activateTexts(locale, (await loadLoginTexts(locale)).messages);
    setCurrentRoute({ path: '/login', params: {}, screen: Login });
    hydrate(root);
    void loadStyles();
    // If the app cannot be loaded, the borrower's first action reports the failure.
    await program.load().catch((error) => console.warn('program', error));
    return;
  }
  // Load the styles before the app, whose lazy scripts would otherwise load them a second time.
  const styles = loadStyles();
  await program.load();
  document.documentElement.lang = locale;
  // A prerendered page is hydrated unchanged, unless it is in another language, a guard has
  // redirected the visitor, or the URL requests a step.
  if (isPrerendered && painted.path === location.pathname && !location.search.includes('step=')) {
    hydrate(root);
  } else {
    await styles;
    createRoot(root).render(app);
  }
}

function hydrate(root: HTMLElement) {
  hydrateRoot(root, app, {
    onRecoverableError: (error) => console.error('hydration', error),
  });
}

/**
 * Shows an error if the texts could not be loaded and no screen can be rendered. A tap reloads the
 * page.
 */
function showStartError() {
  const root = document.getElementById('root') as HTMLElement;
  if (root.firstElementChild) return;
  const words = document.createElement('button');
  words.textContent = 'The network connection is abnormal please click the page to reload';
  words.onclick = () => location.reload();
  root.replaceChildren(words);
}

start().catch((error) => {
  console.error('start', error);
  showStartError();
});
