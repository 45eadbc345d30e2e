// The pages that the build writes: the prerendered public ones in each language, and the plain shell for everything else.
import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

/** A public page as the prerender gives it. `module` is the screen's source file under web/, `locale` its language. */
export type Page = { name: string; locale: string; title: string; module: string; html: string };

type Bundle = Rolldown.OutputBundle;
const keysMarker = '<script type="application/json" id="keys"></script>';

/**
 * Emits `<name>.<locale>.html` for each page (markup, critical style inline, modulepreload of every chunk that hydration needs),
 * `shell.html` (index.html without the mark for the keys: the one page that the service worker keeps) and `styles.json`
 * (page -> hashes of its inline styles, for the server's content policy).
 */
export function pages(rendered: Page[]): Plugin {
  return {
    name: 'sandali-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('The build made no index.html.');
        const plain = String(index.source);
        if (!plain.includes(keysMarker)) throw new Error('index.html has lost its place for the key list.');
        const styles: Record<string, string[]> = { 'index.html': [], 'shell.html': [] };
        this.emitFile({ type: 'asset', fileName: 'shell.html', source: plain.replace(keysMarker, '') });
        for (const page of rendered) {
          const fileName = `${page.name}.${page.locale}.html`;
          const made = pageHtml(plain, page, bundle);
          styles[fileName] = made.hashes;
          this.emitFile({ type: 'asset', fileName, source: made.html });
        }
        this.emitFile({ type: 'asset', fileName: 'styles.json', source: JSON.stringify(styles, null, 1) });
      },
    },
  };
}

function pageHtml(plain: string, page: Page, bundle: Bundle) {
  const hashes: string[] = [];
  const inline = (name: string) => {
    const css = bundle[name];
    if (css?.type !== 'asset') throw new Error(`The build made no ${name}.`);
    const text = String(css.source).trim();
    hashes.push(`sha256-${createHash('sha256').update(text).digest('base64')}`);
    // The disabled link is never fetched; it tells the loader of lazy scripts that this style is already here, or it would add it behind the others.
    return `<style>${text}</style><link rel="stylesheet" href="/${name}" disabled>`;
  };
  const linked = new Set<string>();
  let html = plain.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (_all, name: string) => {
    linked.add(name);
    return inline(name);
  });
  let head = '';
  // A chunk that two screens share has a style file of its own, so the whole graph is walked and not the screen's chunk alone.
  for (const chunk of chunksOf(bundle, [page.module, `src/i18n/${page.locale}/public.ts`])) {
    if (!html.includes(chunk.fileName)) head += `<link rel="modulepreload" crossorigin href="/${chunk.fileName}">`;
    for (const css of chunk.viteMetadata?.importedCss ?? []) {
      if (linked.has(css)) continue;
      linked.add(css);
      head += inline(css);
    }
  }
  html = html.replace('<html lang="en">', () => `<html lang="${page.locale}">`).replace(/<title>[^<]*/, () => `<title>${page.title}`);
  html = html.replace('</head>', () => `${head}</head>`).replace('<div id="root"></div>', () => `<div id="root">${page.html}</div>`);
  return { html, hashes };
}

function chunksOf(bundle: Bundle, modules: string[]): Rolldown.OutputChunk[] {
  const found = new Map<string, Rolldown.OutputChunk>();
  const follow = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || found.has(name)) return;
    found.set(name, chunk);
    chunk.imports.forEach(follow);
  };
  for (const module of modules) {
    const first = Object.values(bundle).find((one) => one.type === 'chunk' && one.facadeModuleId?.endsWith(`/${module}`));
    if (!first) throw new Error(`No chunk begins with ${module}: routes.tsx names another file for a prerendered page.`);
    follow(first.fileName);
  }
  return [...found.values()];
}
