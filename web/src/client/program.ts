// Loads the app after the first script. /login is shown and accepts input before the app has
// loaded. main.tsx provides the import of the app's script, because screens must not import a
// module that imports all screens.
import { createContext, useContext } from 'react';
import type { loadCatalogs } from '#/i18n/loadCatalogs.ts';
import { getCurrentRoute, setCurrentRoute } from '#/routes/currentRoute.ts';
import type { continueAfterLogin, navigate } from '#/routes/navigation.ts';
import type { showFailure } from '#/shell/customerService.ts';
import { loadChunk } from './chunk.ts';
import type { beginSession } from './session.ts';

/** The functions of the app (program.tsx) that run before or outside it. */
type Program = {
  startProgram(): Promise<void>;
  offerReload(): void;
  preloadLink(href: string): void;
  beginSession: typeof beginSession;
  continueAfterLogin: typeof continueAfterLogin;
  loadCatalogs: typeof loadCatalogs;
  navigate: typeof navigate;
  showFailure: typeof showFailure;
};

export type ProgramLoader = {
  /**
   * Starts loading the app. If the promise rejects, only reloading the page helps (see
   * `offerReload`).
   */
  load(): Promise<Program>;
  /** Returns the app, or null until it has started. */
  loaded(): Program | null;
  /**
   * Offers a reload of the page after a script failed to load (spec §8). A retry would have no
   * effect, because Chromium caches the failure until the page is reloaded.
   */
  offerReload(): void;
};

/** Creates the loader of the app whose script `importProgram` imports. */
export function createProgramLoader(importProgram: () => Promise<Program>): ProgramLoader {
  let program: Program | null = null;
  let loading: Promise<Program> | undefined;
  /** Whether a script failed to load while the app was still loading. */
  let isReloadWanted = false;
  const start = async () => {
    const loaded = await loadChunk(importProgram);
    await loaded.startProgram();
    program = loaded;
    // Starting the app renders the page again, which removes earlier messages.
    if (isReloadWanted) loaded.offerReload();
    return loaded;
  };
  return {
    load: () => {
      loading ??= start();
      return loading;
    },
    loaded: () => program,
    offerReload: () => {
      isReloadWanted = true;
      if (program) program.offerReload();
      else setCurrentRoute({ ...getCurrentRoute(), hasLoadFailed: true });
    },
  };
}

/** Provides the app's loader to screens. By default there is no app, as in stories and tests. */
export const ProgramContext = createContext(
  createProgramLoader(() => Promise.reject(new Error('No app loader was provided.'))),
);

export const useProgram = (): ProgramLoader => useContext(ProgramContext);
