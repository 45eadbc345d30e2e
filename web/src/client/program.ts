// The way from the first page to the rest of the program, which /login does without until it stands and can be typed into.
import { getCurrentRoute, setCurrentRoute } from '#/routes/currentRoute.ts';
import { loadChunk } from './chunk.ts';

export type Program = typeof import('#/program.tsx');

let there: Program | null = null;
let coming: Promise<Program> | undefined;

/** The program, begun. Rejects when it cannot be loaded, and then for good: see `offerReload`. */
export function loadProgram(): Promise<Program> {
  coming ??= bring();
  return coming;
}

async function bring(): Promise<Program> {
  const loaded = await loadChunk(() => import('#/program.tsx'));
  await loaded.startProgram();
  there = loaded;
  return loaded;
}

/** The program, if it is there. */
export const loadedProgram = () => there;

/**
 * A script could not be loaded. Chromium keeps that for as long as the page lives, so a second try is none; the page says so and offers to load
 * itself anew (spec §8).
 */
export function offerReload(): void {
  if (there) there.offerReload();
  else setCurrentRoute({ ...getCurrentRoute(), hasLoadFailed: true });
}
