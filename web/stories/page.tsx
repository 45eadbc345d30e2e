// The app for the stories. One story fills the window, like a screen on a phone. Tests and
// screenshots control the app through `window.gallery`. `npm run stories` serves it, with an
// address for each story: `/stories/#Home: new`.
import '#/ui/tokens.css';
import '#/ui/base.css';
import { defaultLocale, type Locale } from '@sandali/contract/locale.ts';
import type { Config } from '@sandali/contract/settings.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { setConfig } from '#/client/config.ts';
import { configTexts } from '#/client/loadConfig.ts';
import { loadAllCatalogs, overrideTexts } from '#/i18n/loadCatalogs.ts';
import { navigate } from '#/routes/navigation.ts';
import { AppLink } from '#/shell/AppLink.tsx';
import { setCounts } from '#/shell/badge.ts';
import { AnchorProvider } from '#/ui/Anchor.tsx';
import { setIcons } from '#/ui/Icon.tsx';
import { icons } from '#/ui/icons.ts';
import { Screen } from '#/ui/Layout.tsx';
import { allEntries, type Entry } from './entries.ts';
import { chainFixtures, counterFixtures } from './fixtures.ts';
import css from './Stories.module.css';

/** The interface for tests and screenshots. An entry's `key` is `Group: name`. */
type GalleryPage = {
  keys: { key: string; isScreen: boolean }[];
  /** Renders one entry and waits for its pictures and fonts. Rejects if rendering fails. */
  show(key: string): Promise<void>;
  speak(locale: Locale): Promise<void>;
};

const keyOf = ({ group, name }: Entry) => `${group}: ${name}`;
const entries = new Map(allEntries.map((entry) => [keyOf(entry), entry]));
if (entries.size < allEntries.length) throw new Error('Two entries of one group share a name.');

setIcons(icons);
// Set only chains and counters here. An entry passes any other configuration that its screen needs.
setConfig({ chains: chainFixtures, counters: counterFixtures } as Config);

let failure: unknown = null;
const root = createRoot(document.getElementById('root') as HTMLElement, {
  onUncaughtError: (error) => {
    failure = error;
  },
});
let turn = 0;

function Shown({ entry }: { entry: Entry }) {
  if (entry.isScreen) return <Screen>{entry.draw()}</Screen>;
  return (
    <Screen>
      <main className={css.alone}>{entry.draw()}</main>
    </Screen>
  );
}

async function show(key: string): Promise<void> {
  const entry = entries.get(key);
  if (!entry) throw new Error(`There is no story ${key}.`);
  failure = null;
  turn += 1;
  setCounts({ unusedVouchers: entry.unused ?? 0, dueSoon: 0, overdue: entry.due ?? 0 });
  await navigate(entry.at ?? '/', { replace: true, move: 'none' });
  scrollTo(0, 0);
  flushSync(() =>
    root.render(
      <AnchorProvider value={AppLink}>
        <Shown key={turn} entry={entry} />
      </AnchorProvider>,
    ),
  );
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const decoded = [...document.images].map((image) => image.decode().catch(() => {}));
  await Promise.all([document.fonts.ready, ...decoded]);
  if (failure) throw failure;
}

const gallery: GalleryPage = {
  keys: allEntries.map((entry) => ({ key: keyOf(entry), isScreen: entry.isScreen === true })),
  show,
  speak: async (locale) => {
    await loadAllCatalogs(locale);
    await overrideTexts(
      configTexts({ chains: chainFixtures, counters: counterFixtures, copyWritingMap: {} }),
    );
    document.documentElement.lang = locale;
  },
};

function List() {
  return (
    <ul className={css.alone}>
      {[...entries.keys()].sort().map((key) => (
        <li key={key}>
          <a href={`#${encodeURIComponent(key)}`}>{key}</a>
        </li>
      ))}
    </ul>
  );
}

/** In development, shows the story in the address, or a list of all stories. */
async function showAddress(): Promise<void> {
  const key = decodeURIComponent(location.hash.slice(1));
  if (key) await show(key);
  else root.render(<List />);
}

// A top-level `await` would deadlock, because the text catalogs import this file's bundle.
void gallery.speak(defaultLocale).then(() => {
  Object.assign(window, { gallery });
  if (!import.meta.env.DEV) return;
  addEventListener('hashchange', () => void showAddress());
  void showAddress();
});
