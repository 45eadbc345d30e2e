// The HTML pages that the build writes: the public pages, prerendered in each language, and a plain
// shell for all other pages.
import { createHash } from 'node:crypto';
import { PurgeCSS } from 'purgecss';
import type { Plugin, Rolldown } from 'vite';
import type { Page } from './src/prerender.tsx';

type Bundle = Rolldown.OutputBundle;
const keysMarker = '<script type="application/json" id="keys"></script>';

/**
 * Emits three kinds of files. `<name>.<locale>.html`: a public page, with inlined styles and
 * preloads of the scripts that hydration needs. `shell.html`: index.html without key list and
 * preloads, the only page that the service worker stores. `styles.json`: the hashes of each page's
 * inlined styles, for the server's CSP.
 */
export function pages(rendered: Page[]): Plugin {
  return {
    name: 'sandali-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('The build made no index.html.');
        const plain = String(index.source);
        if (!plain.includes(keysMarker))
          throw new Error('index.html has lost its place for the key list.');
        const styles: Record<string, string[]> = { 'index.html': [], 'shell.html': [] };
        index.source = withProgram(plain, bundle);
        this.emitFile({
          type: 'asset',
          fileName: 'shell.html',
          source: plain.replace(keysMarker, '').replace(/<link rel="modulepreload"[^>]*>\s*/g, ''),
        });
        for (const page of rendered) {
          const fileName = `${page.name}.${page.locale}.html`;
          const output = await pageHtml(plain, page, bundle);
          styles[fileName] = output.hashes;
          this.emitFile({ type: 'asset', fileName, source: output.html });
        }
        this.emitFile({
          type: 'asset',
          fileName: 'styles.json',
          source: JSON.stringify(styles, null, 1),
        });
      },
    },
  };
}

/**
 * Returns a page for the screens behind the login. It preloads the chunks that all of these screens
 * need, in parallel with the first script.
 */
function withProgram(plain: string, bundle: Bundle): string {
  const links = chunksOf(bundle, [
    'src/program.tsx',
    'src/routes/signedInScreens.ts',
    'src/screens/offline/withOffline.tsx',
  ])
    .filter((chunk) => !plain.includes(chunk.fileName))
    .map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk.fileName}">`);
  return plain.replace('</head>', () => `${links.join('')}</head>`);
}

async function pageHtml(plain: string, page: Page, bundle: Bundle) {
  const styles: string[] = [];
  let html = plain.replace(
    /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g,
    (_all, name: string) => {
      styles.push(name);
      return '';
    },
  );
  // client/chunk.ts loads index.html's styles once the page is usable. Even a `disabled` link would
  // be fetched at once. The loader of lazy scripts loads all other styles.
  const whole = styles.map((name) => `/${name}`).join(' ');
  let head = '';
  // A chunk that two screens share has its own style sheet, so visit all imported chunks and not
  // only the screen's own.
  for (const chunk of chunksOf(bundle, page.modules)) {
    if (!html.includes(chunk.fileName))
      head += `<link rel="modulepreload" crossorigin href="/${chunk.fileName}">`;
    for (const css of chunk.viteMetadata?.importedCss ?? [])
      if (!styles.includes(css)) styles.push(css);
  }
  const inline = await styleOf(page.html, styles, bundle);
  html = html
    .replace('<html lang="en">', () => `<html lang="${page.locale}">`)
    .replace(/<title>[^<]*/, () => `<title>${page.title}`);
  html = html.replace(
    '</head>',
    () => `${head}<style data-whole="${whole}">${inline}</style></head>`,
  );
  html = html.replace('<div id="root"></div>', () => `<div id="root">${page.html}</div>`);
  return { html, hashes: [`sha256-${createHash('sha256').update(inline).digest('base64')}`] };
}

/** Returns the rules in these style sheets that the prerendered markup needs. */
async function styleOf(markup: string, files: string[], bundle: Bundle): Promise<string> {
  const raw = files.map((name) => {
    const css = bundle[name];
    if (css?.type !== 'asset') throw new Error(`The build made no ${name}.`);
    return String(css.source).trim();
  });
  const [purged] = await new PurgeCSS().purge({
    content: [{ raw: `<html><body>${markup}`, extension: 'html' }],
    css: [{ raw: raw.join('') }],
    variables: true,
    keyframes: true,
    blocklist: [/view-transition/],
  });
  if (!purged) throw new Error('The style of a page came out empty.');
  return purged.css;
}

function chunksOf(bundle: Bundle, modules: string[]): Rolldown.OutputChunk[] {
  const chunks = new Map<string, Rolldown.OutputChunk>();
  const follow = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || chunks.has(name)) return;
    chunks.set(name, chunk);
    chunk.imports.forEach(follow);
  };
  for (const module of modules) {
    const first = Object.values(bundle).find(
      (chunk) => chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith(`/${module}`)),
    );
    if (!first)
      throw new Error(
        `No chunk holds ${module}: routes.ts names another file for a prerendered page.`,
      );
    follow(first.fileName);
  }
  return [...chunks.values()];
}
