// What travels before each screen can be used, in brotli bytes, against the floor that is built in the same run.
import * as crypto from 'node:crypto';
import * as path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Rolldown } from 'vite';
import { buildWeb } from '../web/build.ts';
import { base } from '../web/vite.config.ts';
import { type Bundle, brotliBytes, bundleOf, filesOf } from './graph.ts';
import { type ScreenRoute, screenRoutes } from './routes.ts';

const cache = path.join(import.meta.dirname, '../node_modules/.cache/bench');
const goals = { critical: 1.25, logIn: 1.4, shared: 0.3, screen: 0.15 };
/** Beside the first load: what a login by password on a known device asks for, which is the call, the envelope and the schemas. */
const logInModules = ['src/kit/ask.ts', 'src/kit/wire.ts', 'contract/src/account.ts'];

export type Row = { name: string; bytes: number; ratio: number; goal?: number };

/** A root key's public part of the usual length: what it is does not matter to a measurement. */
export function anyRootKey(): string {
  return crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64url');
}

/** Builds the floor and the program and weighs them. `files` lists what each row counts. */
export async function weigh(): Promise<{ rows: Row[]; files: Map<string, string[]> }> {
  const floor = await floorBytes();
  const bundle = bundleOf(await buildWeb({ rootPublicKey: anyRootKey(), outDir: path.join(cache, 'web') }));
  const rows: Row[] = [{ name: 'floor', bytes: floor, ratio: 1 }];
  const files = new Map<string, string[]>();
  const add = (name: string, own: string[], goal?: number) => {
    const bytes = own.reduce((sum, file) => sum + brotliBytes(bundle, file), 0);
    files.set(name, own);
    rows.push({ name, bytes, ratio: bytes / floor, ...(goal ? { goal } : {}) });
  };

  const routes = screenRoutes();
  const login = routes.find((route) => route.path === '/login');
  if (!login) throw new Error('There is no /login.');
  const known = new Set(firstLoad(bundle, login));
  const asked = [...new Set(logInModules.flatMap((module) => filesOf(bundle, module)))].filter((file) => !known.has(file));
  add('/login, critical', painted(bundle, login), goals.critical);
  add('/login, its scripts alone', painted(bundle, login).slice(1));
  add('/login, to log in', [...painted(bundle, login), ...asked], goals.logIn);
  add('/register, critical', painted(bundle, routes.find((route) => route.path === '/register') ?? login));

  for (const file of asked) known.add(file);
  const further = new Map<string, string[]>();
  for (const route of routes.filter((one) => one.needsToken && one.module !== promised))
    further.set(
      route.path,
      firstLoad(bundle, route).filter((file) => !known.has(file)),
    );
  const shared = sharedBy([...further.values()]);
  add('shared by signed-in screens', [...shared], goals.shared);
  for (const [name, own] of further)
    add(
      name,
      own.filter((file) => !shared.has(file)),
      goals.screen,
    );
  return { rows, files };
}

/** The screen that stands in for those that are not built: what it weighs says nothing. */
const promised = 'src/screens/Coming.tsx';

/** Scripts and styles of a route's first load in English: the program, the screen, the texts it needs. */
function firstLoad(bundle: Bundle, { module, areas, needsToken }: ScreenRoute): string[] {
  const texts = ['public.ts', ...areas.map((area) => `${area}.po`)].map((name) => `src/i18n/en/${name}`);
  return [
    ...new Set(['src/main.tsx', ...(needsToken ? ['src/screens/inner.ts'] : []), module, ...texts].flatMap((one) => filesOf(bundle, one))),
  ];
}

/** A prerendered page carries its styles, so they are counted with the page and not as files. */
function painted(bundle: Bundle, route: ScreenRoute): string[] {
  return [`${route.path.slice(1)}.en.html`, ...firstLoad(bundle, route).filter((file) => file.endsWith('.js'))];
}

/** What at least half of the screens need: whoever opens the first of them has it for all. */
function sharedBy(screens: string[][]): Set<string> {
  const counts = new Map<string, number>();
  for (const file of screens.flat()) counts.set(file, (counts.get(file) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= screens.length / 2).map(([file]) => file));
}

async function floorBytes(): Promise<number> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    root: path.join(import.meta.dirname, 'floor'),
    plugins: [react()],
    build: { ...base.build, rolldownOptions: {}, outDir: path.join(cache, 'floor'), emptyOutDir: true },
  });
  const bundle = bundleOf(made as Rolldown.RolldownOutput);
  return [...bundle.keys()].reduce((sum, name) => sum + brotliBytes(bundle, name), 0);
}

/** The rows as a table, and what is over its goal. */
export function report(rows: Row[]): { text: string; over: string[] } {
  const width = Math.max(...rows.map((row) => row.name.length));
  const lines = rows.map(({ name, bytes, ratio, goal }) => {
    const mark = goal === undefined ? '' : ratio <= goal ? `  ≤ ${goal.toFixed(2)}` : `  over ${goal.toFixed(2)}`;
    return `${name.padEnd(width)}  ${String(bytes).padStart(7)} B  ${ratio.toFixed(3)}${mark}`;
  });
  return { text: lines.join('\n'), over: rows.filter(({ ratio, goal }) => goal !== undefined && ratio > goal).map((row) => row.name) };
}
