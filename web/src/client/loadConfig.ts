import { locales } from '@sandali/contract/locale.ts';
import type { Config } from '@sandali/contract/settings.ts';
import { overrideTexts } from '#/i18n/loadCatalogs.ts';
import { setBusinessAhead } from './clock.ts';
import { getConfig, setConfig, setConfigRefetch } from './config.ts';

/** Minimum time between refetches caused by the page becoming visible. */
const againAfterMs = 60_000;

let loading: Promise<void> | undefined;
let fetchedAtMs = 0;

/** Loads the configuration unless it is loaded or loading. Ignores failures. */
function loadConfig(): Promise<void> {
  loading ??= fetchConfig()
    .catch(() => {})
    .finally(() => {
      if (!getConfig()) loading = undefined;
    });
  return loading;
}

/** Refetches the configuration when the page becomes visible, and for an outdated client. */
export function keepConfigFresh(): void {
  const again = () => {
    loading = undefined;
    void loadConfig();
  };
  setConfigRefetch(again);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - fetchedAtMs > againAfterMs) again();
  });
  void loadConfig();
}

async function fetchConfig() {
  fetchedAtMs = Date.now();
  const [{ callServer }, { configQuery }] = await Promise.all([
    import('./callServer.ts'),
    import('@sandali/contract/settings.ts'),
  ]);
  const result = await callServer(configQuery, {});
  if (!result.ok) return;
  setBusinessAhead(result.data.businessAheadMs);
  await overrideTexts(configTexts(result.data)).catch(() => {});
  setConfig(result.data);
}

/**
 * Returns the texts in the configuration that replace ours: the names of shop chains and ATM banks
 * (the same in every language), and the lender's own texts.
 */
export function configTexts({
  chains,
  counters,
  copyWritingMap,
}: Pick<Config, 'chains' | 'counters' | 'copyWritingMap'>): Config['copyWritingMap'] {
  const names = Object.entries(chains).flatMap(([channel, { name }]) => [
    [`loan.channel.${channel}`, name],
    [`repayment.channel.${channel}`, name],
  ]);
  names.push(
    ['loan.chain.cashPickup', counters.cashPickup.join(' / ')],
    ['loan.chain.cardless', `${counters.cardless.join(' / ')} ATM`],
  );
  return Object.fromEntries(
    locales.map((locale) => [locale, { ...Object.fromEntries(names), ...copyWritingMap[locale] }]),
  );
}
