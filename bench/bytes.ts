// Measures the brotli bytes that a phone loads before it can use each screen, and compares them
// with a minimal app (the floor) built in the same run.
import * as crypto from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Rolldown } from 'vite';
import { buildWeb } from '../web/build.ts';
import { screenCatalogs } from '../web/src/i18n/catalogs.ts';
import { routes } from '../web/src/routes/routes.ts';
import { base } from '../web/vite.config.ts';
import { type Bundle, brotliBytes, bundleOf, filesOf } from './graph.ts';

const cache = path.join(import.meta.dirname, '../node_modules/.cache/bench');
const goals = { critical: 1.27, logIn: 1.6, shared: 0.46, forms: 0.22, screen: 0.165 };
const texts = (areas: readonly string[]) => areas.map((area) => `src/i18n/en/${area}.po`);
/** What /login loads before any input. */
const loginModules = ['src/main.tsx', ...texts(['login'])];
/** What a password login on a known device loads in addition. */
const logInModules = [
  'src/screens/account/loginForm.ts',
  'src/client/sendOnce.ts',
  'src/client/wire.ts',
  'contract/src/account.ts',
];
/** What loads while the borrower types. */
const programModules = ['src/program.tsx', ...texts(['shell'])];
/** Whether a file contains the shared form code, which the first screen with a form loads. */
const isOfForms = (file: string) => /^assets\/forms-.{7}\.js$/.test(file);

/** Measures all sizes and prints the report. @returns the exit code. */
export async function runBytes(flags: string[]): Promise<number> {
  const { rows, files } = await weigh();
  const { text, over } = report(rows);
  if (flags.includes('--files')) {
    for (const [name, lines] of files) console.log(`${name}\n  ${lines.join('\n  ')}`);
  }
  console.log(text);
  console.log(over.length > 0 ? `Over the goal: ${over.join('; ')}` : 'Every goal is met.');
  return over.length > 0 ? 1 : 0;
}

export type Row = { name: string; bytes: number; ratio: number; goal?: number };

/** The bytes that precede the point in a P-256 key's SPKI (RFC 5480). */
const spkiHead = '3059301306072a8648ce3d020106082a8648ce3d030107034200';

/** Returns a fixed public root key, because a new key would change file names and sizes. */
export function anyRootKey(): string {
  const key = crypto.createECDH('prime256v1');
  key.setPrivateKey(crypto.hash('sha256', 'the root key of the measurements', 'buffer'));
  return Buffer.concat([Buffer.from(spkiHead, 'hex'), key.getPublicKey()]).toString('base64url');
}

/** Builds the floor and the web app, and measures them. `files` lists the files of each row. */
export async function weigh(): Promise<{ rows: Row[]; files: Map<string, string[]> }> {
  const floor = await floorBytes();
  const bundle = bundleOf(
    await buildWeb({ rootPublicKey: anyRootKey(), outDir: path.join(cache, 'web') }),
  );
  const rows: Row[] = [{ name: 'floor', bytes: floor, ratio: 1 }];
  const files = new Map<string, string[]>();
  const add = (name: string, own: string[], goal?: number) => {
    const bytes = own.reduce((sum, file) => sum + brotliBytes(bundle, file), 0);
    files.set(
      name,
      own.map((file) => `${String(brotliBytes(bundle, file)).padStart(6)} ${file}`),
    );
    rows.push({ name, bytes, ratio: bytes / floor, ...(goal ? { goal } : {}) });
  };

  const screens = screenRoutes();
  const register = screens.find((route) => route.path === '/register');
  if (!register) throw new Error('There is no /register.');
  const login = filesOfAll(bundle, loginModules);
  const known = new Set(login);
  const asked = filesOfAll(bundle, logInModules).filter((file) => !known.has(file));
  add('/login, critical', painted('login', login), goals.critical);
  add('/login, its scripts alone', login.filter(isScript));
  add('/login, to log in', [...painted('login', login), ...asked.filter(isScript)], goals.logIn);
  for (const file of asked) known.add(file);
  const program = filesOfAll(bundle, programModules).filter((file) => !known.has(file));
  add('the rest of the app', program);
  for (const file of program) known.add(file);
  add('/register, critical', painted('register', firstLoad(bundle, register)));

  const further = new Map<string, string[]>();
  for (const route of screens.filter(({ needsToken }) => needsToken))
    further.set(
      route.path,
      firstLoad(bundle, route).filter((file) => !known.has(file)),
    );
  const shared = sharedBy([...further.values()]);
  add('shared by signed-in screens', [...shared], goals.shared);
  // The first screen of a slice loads the texts for all the slice's screens.
  const catalogues = new Set(screenCatalogs.flatMap((area) => filesOfAll(bundle, texts([area]))));
  for (const file of catalogues)
    if (!known.has(file)) add(`texts, once: ${path.basename(file).replace(/-.*/, '')}`, [file]);
  const forms = new Set([...further.values()].flat().filter(isOfForms));
  add('forms, once', [...forms], goals.forms);
  const once = new Set([...shared, ...catalogues, ...forms]);
  for (const [name, own] of further)
    add(
      name,
      own.filter((file) => !once.has(file)),
      goals.screen,
    );
  return { rows, files };
}

/** Returns the files of a route's first load in English: the app, the screen and its texts. */
function firstLoad(bundle: Bundle, { module, areas, needsToken }: ScreenRoute): string[] {
  const program = [
    'src/main.tsx',
    'src/program.tsx',
    ...(needsToken ? ['src/routes/signedInScreens.ts'] : []),
  ];
  return filesOfAll(bundle, [...program, module, ...texts(['login', 'shell', ...areas])]);
}

const filesOfAll = (bundle: Bundle, modules: string[]) => [
  ...new Set(modules.flatMap((module) => filesOf(bundle, module))),
];
const isScript = (file: string) => file.endsWith('.js');

/** Returns the files loaded before the first paint; a prerendered page contains its styles. */
const painted = (page: string, files: string[]) => [`${page}.en.html`, ...files.filter(isScript)];

/** Returns the files that at least half of the screens need. The first screen loads all of them. */
function sharedBy(screens: string[][]): Set<string> {
  const counts = new Map<string, number>();
  for (const file of screens.flat()) counts.set(file, (counts.get(file) ?? 0) + 1);
  return new Set(
    [...counts].filter(([, count]) => count >= screens.length / 2).map(([file]) => file),
  );
}

async function floorBytes(): Promise<number> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    root: path.join(import.meta.dirname, 'floor'),
    plugins: [react()],
    build: {
      ...base.build,
      rolldownOptions: {},
      outDir: path.join(cache, 'floor'),
      emptyOutDir: true,
    },
  });
  const bundle = bundleOf(output as Rolldown.RolldownOutput);
  return [...bundle.keys()].reduce((sum, name) => sum + brotliBytes(bundle, name), 0);
}

/** Returns the rows as a table, and the names of the rows over their goal. */
export function report(rows: Row[]): { text: string; over: string[] } {
  const width = Math.max(...rows.map((row) => row.name.length));
  const lines = rows.map(({ name, bytes, ratio, goal }) => {
    const mark =
      goal === undefined
        ? ''
        : ratio <= goal
          ? `  ≤ ${goal.toFixed(2)}`
          : `  over ${goal.toFixed(2)}`;
    return `${name.padEnd(width)}  ${String(bytes).padStart(7)} B  ${ratio.toFixed(3)}${mark}`;
  });
  return {
    text: lines.join('\n'),
    over: rows
      .filter(({ ratio, goal }) => goal !== undefined && ratio > goal)
      .map((row) => row.name),
  };
}

type ScreenRoute = { path: string; module: string; needsToken: boolean; areas: readonly string[] };

const loaders = path.join(import.meta.dirname, '../web/src/routes');

/** Returns every route with its screen's source file. @throws if a screen has no loader */
function screenRoutes(): ScreenRoute[] {
  const modules = new Map(
    ['screens.ts', 'signedInScreens.ts']
      .map((name) => fs.readFileSync(path.join(loaders, name), 'utf8'))
      .flatMap((text) => [...text.matchAll(/^ {2}(\w+): \(\) => import\('#\/([^']+)'\),$/gm)])
      .map(([, screen, module = '']) => [screen, `src/${module}`] as const),
  );
  return routes.map((route) => {
    const module = modules.get(route.screen);
    if (!module) throw new Error(`${route.path} has no loader.`);
    return { path: route.path, module, needsToken: route.needsToken, areas: route.catalogs };
  });
}
