// The server's configuration (spec §3, Config), asked for once a visit after the first paint. `copyWritingMap` takes effect from here.

import type { Config } from '@sandali/contract/settings.ts';
import { useSyncExternalStore } from 'react';
import { overrideTexts } from './text.ts';

let config: Config | null = null;
let asking: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Asks for the configuration unless it is already there or on its way. A failure is silent: the next caller tries again. */
export function loadConfig(): Promise<void> {
  asking ??= fetchConfig()
    .catch(() => {})
    .finally(() => {
      if (!config) asking = undefined;
    });
  return asking;
}

async function fetchConfig() {
  const [{ ask }, { configQuery }] = await Promise.all([import('./ask.ts'), import('@sandali/contract/settings.ts')]);
  const asked = await ask(configQuery, {});
  if (!asked.ok) return;
  config = asked.data;
  await overrideTexts(asked.data.copyWritingMap).catch(() => {});
  for (const listener of listeners) listener();
}

/** The configuration, or null until it has come. */
export function useConfig(): Config | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => config,
    () => null,
  );
}
