import { overrideTexts } from './areas.ts';
import { configNow, setConfig } from './config.ts';

let asking: Promise<void> | undefined;

/** Asks for the configuration unless it is already there or on its way. A failure is silent: it is not what somebody is waiting for. */
export function loadConfig(): Promise<void> {
  asking ??= fetchConfig()
    .catch(() => {})
    .finally(() => {
      if (!configNow()) asking = undefined;
    });
  return asking;
}

async function fetchConfig() {
  const [{ ask }, { configQuery }] = await Promise.all([import('./ask.ts'), import('@sandali/contract/settings.ts')]);
  const asked = await ask(configQuery, {});
  if (!asked.ok) return;
  await overrideTexts(asked.data.copyWritingMap).catch(() => {});
  setConfig(asked.data);
}
