// Renders the public pages without a browser, in each language; web/build.ts turns them into files.

import { locales } from '@sandali/contract/locale.ts';
import { prerender } from 'react-dom/static';
import { App } from './App.tsx';
import { startAt } from './kit/location.ts';
import { speak, textNow } from './kit/text.ts';
import { loadScreen, routes } from './routes.tsx';

/** One page for each prerendered route and language, one after the other: the place and the language are the program's, not the render's. */
export async function renderAll() {
  const pages: { name: string; locale: string; title: string; module: string; html: string }[] = [];
  for (const locale of locales) {
    await speak(locale);
    for (const { path, title, prerender: module } of routes) {
      if (!module) continue;
      startAt(path);
      await loadScreen(path);
      const { prelude } = await prerender(<App />);
      const html = await new Response(prelude).text();
      pages.push({ name: path.slice(1), locale, title: `${textNow(title)} · Sandali`, module, html });
    }
  }
  return pages;
}
