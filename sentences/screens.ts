// Renders the real screens from the real server's responses, and encloses each text in marks that
// contain its id.
import * as path from 'node:path';
import type { AnyCall } from '@sandali/contract/call.ts';
import { configQuery } from '@sandali/contract/settings.ts';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer, type Plugin } from 'vite';
import { base } from '../web/vite.config.ts';

/** Rendered text: its id, and its wording with the values filled in. */
export type Drawn = { id: string; words: string };
export type Asker = {
  ask(call: AnyCall, input: unknown): Promise<{ name: string; data?: unknown; message?: string }>;
};

const [open, close, end] = ['\u27e6', '\u27e7', '\u27e6/\u27e7'];

/**
 * How rendering differs from a browser: lazy parts appear in the next rendering, stores keep their
 * values, marks surround each text, and the URL of /renew may name the chosen option.
 */
const drawing: Plugin = {
  name: 'drawing',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/client/useLazy.ts')
      ? `const parts = new Map();
         export const pending = [];
         export function useLazy(loader) {
           const name = String(loader);
           if (!parts.has(name)) {
             parts.set(name, null);
             pending.push(loader().then((part) => parts.set(name, part)));
           }
           return { part: parts.get(name), load: async () => true };
         }`
      : null,
  transform(code, id) {
    if (id.endsWith('/repayment/Repayment.tsx'))
      return code.replace(
        'let loaded: typeof PaymentCode | null = null;',
        "import { PaymentCode as whole } from './PaymentCode.tsx';\nlet loaded = whole;",
      );
    if (id.endsWith('/extension/Extension.tsx'))
      return code
        .replace(
          'let loaded: Steps | null = null;',
          "import * as fee from './PayFee.tsx';\nimport * as plan from './TakePlan.tsx';\nlet loaded = { ...fee, ...plan };",
        )
        .replace("useState<ExtensionOption>('part')", "useState(search.get('way') ?? 'part')");
    if (id.endsWith('/client/createStore.ts'))
      return code.replace('isServed ? now : () => first', 'now');
    if (id.endsWith('/i18n/text.ts'))
      return code.replace(
        'i18n.loadAndActivate({',
        `messages = Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, ['${open}' + id + '${close}', ...[text].flat(), '${end}']]));
         i18n.loadAndActivate({`,
      );
    return null;
  },
};

type Query = {
  queryKey: [string, unknown];
  options: { enabled?: boolean };
  state: { data: unknown; error: unknown };
};

/** Loads the screens with Vite. `close` stops Vite's server. */
export async function openScreens(calls: readonly AnyCall[]) {
  const vite = await createServer({
    ...base,
    configFile: false,
    root: path.join(import.meta.dirname, '../web'),
    plugins: [drawing, ...(base.plugins ?? [])],
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'error',
  });
  const load = (file: string) => vite.ssrLoadModule(`/src/${file}`);
  const [routes, screens, navigation, queries, lazy, config, storage] = await Promise.all(
    [
      'routes/routes.ts',
      'routes/screens.ts',
      'routes/navigation.ts',
      'client/query.ts',
      'client/useLazy.ts',
      'client/config.ts',
      'client/storage.ts',
    ].map(load),
  );
  // Keep a refusal; otherwise the mounted query would be fetched again.
  queries?.queryClient.setDefaultOptions({
    queries: { ...queries.queryClient.getDefaultOptions().queries, retryOnMount: false },
  });
  const callOf = new Map(calls.map((call) => [call.path, call]));

  /** Fetches the responses that the screen lacks. @returns whether any were missing. */
  async function answer(client: Asker): Promise<boolean> {
    const cache = queries?.queryClient.getQueryCache();
    const pending = (cache.getAll() as Query[]).filter(
      ({ state, options }) => state.data === undefined && !state.error && options.enabled !== false,
    );
    for (const query of pending) {
      const [at, input] = query.queryKey;
      const call = callOf.get(at);
      if (!call) throw new Error(`no call ${at}`);
      const { name, data, message } = await client.ask(call, input);
      if (name === 'success') queries?.queryClient.setQueryData(query.queryKey, data);
      else
        cache.find({ queryKey: query.queryKey }).setState({
          status: 'error',
          error: { ok: false, name, message },
          fetchStatus: 'idle',
        });
    }
    return pending.length > 0;
  }

  /** Renders a screen until it has all its responses. @returns its texts. */
  async function draw(client: Asker, userGid: string, address: string): Promise<Drawn[]> {
    queries?.queryClient.clear();
    storage?.writeStored('userGid', userGid);
    const [at = ''] = address.split('?');
    navigation?.setInitialPath(address);
    await screens?.loadScreen(at);
    const route = routes?.findRoute(at);
    const { data } = await client.ask(configQuery, {});
    config?.setConfig(data);
    for (let round = 0; round < 8; round += 1) {
      const html = renderToStaticMarkup(
        createElement(screens?.screenOf(route) as FunctionComponent<{ params: unknown }>, {
          params: routes?.paramsOf(route, at),
        }),
      );
      const loading = lazy?.pending.splice(0) as Promise<unknown>[];
      await Promise.all(loading);
      const hasCome = await answer(client);
      if (!hasCome && loading.length === 0) return readDrawn(html);
    }
    throw new Error(`${address} keeps loading`);
  }
  return { draw, close: () => vite.close() };
}

/** Reads the texts from marked HTML. The words of a nested text belong to the outer text too. */
function readDrawn(html: string): Drawn[] {
  const plain = html.replace(/<[^>]*?>/g, (tag) => (tag.includes(open) ? tag : ' '));
  const drawn: Drawn[] = [];
  const stack: { id: string; words: string }[] = [];
  for (const piece of plain.split(/(\u27e6[^\u27e7]*\u27e7)/)) {
    if (piece === end) {
      const done = stack.pop();
      if (!done) continue;
      drawn.push({ id: done.id, words: tidy(done.words) });
      const outer = stack.at(-1);
      if (outer) outer.words += done.words;
    } else if (piece.startsWith(open)) stack.push({ id: piece.slice(1, -1), words: '' });
    else {
      const top = stack.at(-1);
      if (top) top.words += piece;
    }
  }
  return drawn;
}

const tidy = (words: string) =>
  words
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&')
    .replace(/[\s\u00a0\u2060]+/g, ' ')
    .trim();
