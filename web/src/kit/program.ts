// The way from the first page to the rest of the program, which /login does without until it stands and can be typed into.
import { setStage, stageNow } from '#/shell/stage.ts';
import { loadChunk } from './chunk.ts';

export type Program = typeof import('#/program.tsx');

let there: Program | null = null;
let coming: Promise<Program> | undefined;

/** The program, begun. Rejects when it cannot be loaded; the next caller tries again. */
export function program(): Promise<Program> {
  coming ??= bring().catch((error) => {
    coming = undefined;
    throw error;
  });
  return coming;
}

async function bring(): Promise<Program> {
  const loaded = await loadChunk(() => import('#/program.tsx'));
  await loaded.begin();
  there = loaded;
  return loaded;
}

/** The program, if it is there. */
export const programNow = () => there;

/** Says that something failed: as a passing message, or on the page itself while there is nothing yet that could draw one. */
export function complain(message: string): void {
  if (there) there.toast(message, { tone: 'bad' });
  else setStage({ ...stageNow(), trouble: message });
}
