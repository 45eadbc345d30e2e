// The gallery as a separate program, for tests and pictures: one entry at a time fills the window, as on a phone. It is controlled through
// `window.gallery`, is built by web/gallery.ts, and is not part of the product.
import '#/ui/tokens.css';
import '#/ui/base.css';
import '#/ui/plainIcons.ts';
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
import { Screen } from '#/ui/Layout.tsx';
import { allEntries, type Entry } from './entries.ts';
import { chainFixtures, counterFixtures } from './fixtures.ts';
import css from './Gallery.module.css';

/** What a test or the picture taker may ask of the page. An entry's `key` is `Group: name`. */
type GalleryPage = {
  keys: { key: string; isScreen: boolean }[];
  /** Draws one entry and waits until its pictures and texts are loaded. Rejects when it cannot be drawn. */
  show(key: string): Promise<void>;
  speak(locale: Locale): Promise<void>;
};

const keyOf = ({ group, name }: Entry) => `${group}: ${name}`;
const entries = new Map(allEntries.map((entry) => [keyOf(entry), entry]));
if (entries.size < allEntries.length) throw new Error('Two entries of one group have the same name.');

// Only the chains of the configuration: if a screen needs more, its entry passes it.
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
  if (!entry) throw new Error(`The gallery has no ${key}.`);
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
  await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode().catch(() => {}))]);
  if (failure) throw failure;
}

const gallery: GalleryPage = {
  keys: allEntries.map((entry) => ({ key: keyOf(entry), isScreen: entry.isScreen === true })),
  show,
  speak: async (locale) => {
    await loadAllCatalogs(locale);
    await overrideTexts(configTexts({ chains: chainFixtures, copyWritingMap: {} }));
    document.documentElement.lang = locale;
  },
};

// Without an `await` at the top level: the texts' files import the file that this one is bundled into, and would wait for it for ever.
void gallery.speak(defaultLocale).then(() => Object.assign(window, { gallery }));
