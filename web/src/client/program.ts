// Loads the rest of the app after the first script. /login is shown and accepts input before the
// rest has loaded.
import { getCurrentRoute, setCurrentRoute } from '#/routes/currentRoute.ts';
import { loadChunk } from './chunk.ts';

export type Program = typeof import('#/program.tsx');

let program: Program | null = null;
let coming: Promise<Program> | undefined;
/** Whether a script failed to load before the app was loaded. */
let isReloadWanted = false;

/** Starts loading the app. A rejection is permanent: see `offerReload`. */
export function loadProgram(): Promise<Program> {
  coming ??= load();
  return coming;
}

async function load(): Promise<Program> {
  const loaded = await loadChunk(() => import('#/program.tsx'));
  await loaded.startProgram();
  program = loaded;
  // Starting the app re-rendered the page, which lost earlier messages.
  if (isReloadWanted) loaded.offerReload();
  return loaded;
}

/** Returns the app, or null until it is loaded. */
export const loadedProgram = () => program;

/**
 * Offers a reload after a script failed to load (spec §8). Chromium caches the failure while the
 * page is open, so a retry would have no effect.
 */
export function offerReload(): void {
  isReloadWanted = true;
  if (program) program.offerReload();
  else setCurrentRoute({ ...getCurrentRoute(), hasLoadFailed: true });
}
