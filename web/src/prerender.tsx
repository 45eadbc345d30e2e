// Renders the public pages without a browser, in each language; web/build.ts turns them into files.

import { locales } from '@sandali/contract/locale.ts';
import { prerender } from 'react-dom/static';
import { activateLocale } from './i18n/loadCatalogs.ts';
import { getText } from './i18n/text.ts';
import { currentRouteAt } from './program.tsx';
import { setCurrentRoute } from './routes/currentRoute.ts';
import { setInitialPath } from './routes/navigation.ts';
import { paths } from './routes/paths.ts';
import { routes } from './routes/routes.ts';
import { loadScreen } from './routes/screens.ts';
import { Frame } from './shell/Frame.tsx';

export type Page = {
  name: string;
  locale: string;
  title: string;
  /** The source files that hydration needs, as paths relative to web/. */
  modules: string[];
  html: string;
};

/**
 * Renders one page for each prerendered route and language, one after another, because the path and
 * the language are global.
 */
export async function renderAll(): Promise<Page[]> {
  const pages: Page[] = [];
  for (const locale of locales) {
    await activateLocale(locale);
    for (const { path, title, catalogs, prerender: module } of routes) {
      if (!module) continue;
      setInitialPath(path);
      await loadScreen(path);
      const { screen, params, ...shell } = currentRouteAt(path);
      // /login is hydrated before the app loads (main.tsx).
      const isFirst = path === paths.login;
      setCurrentRoute(isFirst ? { path, screen, params } : { screen, params, ...shell });
      const { prelude } = await prerender(<Frame />);
      const html = await new Response(prelude).text();
      const texts = ['login', ...(isFirst ? [] : ['shell', ...catalogs])].map(
        (area) => `src/i18n/${locale}/${area}.po`,
      );
      const modules = ['src/main.tsx', ...(isFirst ? [] : ['src/program.tsx', module]), ...texts];
      pages.push({
        name: path.slice(1),
        locale,
        title: `${getText(title)} · Sandali`,
        modules,
        html,
      });
    }
  }
  return pages;
}
