// Loads the app after the first script. /login is shown and accepts input before the app has
// loaded.
import { getCurrentRoute, setCurrentRoute } from '#/routes/currentRoute.ts';
import { loadChunk } from './chunk.ts';

export type Program = typeof import('#/program.tsx');

let program: Program | null = null;
let coming: Promise<Program> | undefined;
/** Whether a script failed to load while the app was still loading. */
let isReloadWanted = false;

/**
 * Starts loading the app. If the promise rejects, only a reload of the page helps (see
 * `offerReload`).
 */
export function loadProgram(): Promise<Program> {
  coming ??= load();
  return coming;
}

async function load(): Promise<Program> {
  const loaded = await loadChunk(() => import('#/program.tsx'));
  await loaded.startProgram();
  program = loaded;
  // Starting the app renders the page again, which removes earlier messages.
  if (isReloadWanted) loaded.offerReload();
  return loaded;
}

export const loadedProgram = () => program;

/**
 * Offers a reload of the page after a script failed to load (spec §8). A retry would have no
 * effect, because Chromium caches the failure until the page is reloaded.
 */
export function offerReload(): void {
  isReloadWanted = true;
  if (program) program.offerReload();
  else setCurrentRoute({ ...getCurrentRoute(), hasLoadFailed: true });
}
