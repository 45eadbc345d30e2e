// Loads the rest of the program from the first page; /login works without it until it is shown and
// can be typed into.
import { getCurrentRoute, setCurrentRoute } from '#/routes/currentRoute.ts';
import { loadChunk } from './chunk.ts';

export type Program = typeof import('#/program.tsx');

let there: Program | null = null;
let coming: Promise<Program> | undefined;
/** A script could not be loaded before the program was there. */
let isReloadWanted = false;

/**
 * Starts loading the program. Rejects if it cannot be loaded, and then permanently: see
 * `offerReload`.
 */
export function loadProgram(): Promise<Program> {
  coming ??= load();
  return coming;
}

async function load(): Promise<Program> {
  const loaded = await loadChunk(() => import('#/program.tsx'));
  await loaded.startProgram();
  there = loaded;
  // The program has redrawn the page, and earlier messages went with the old one.
  if (isReloadWanted) loaded.offerReload();
  return loaded;
}

/** The program, if it is there. */
export const loadedProgram = () => there;

/**
 * A script could not be loaded. Chromium caches the failure while the page is open, so a retry has
 * no effect; the page shows the error and offers a reload (spec §8).
 */
export function offerReload(): void {
  isReloadWanted = true;
  if (there) there.offerReload();
  else setCurrentRoute({ ...getCurrentRoute(), hasLoadFailed: true });
}
