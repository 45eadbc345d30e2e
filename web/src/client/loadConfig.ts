import { locales } from '@sandali/contract/locale.ts';
import type { Config } from '@sandali/contract/settings.ts';
import { overrideTexts } from '#/i18n/loadCatalogs.ts';
import { setBusinessAhead } from './clock.ts';
import { getConfig, setConfig, setConfigRefetch } from './config.ts';

/** A page that becomes visible again refetches, but not more often than this. */
const againAfterMs = 60_000;

let asking: Promise<void> | undefined;
let askedAtMs = 0;

/**
 * Asks for the configuration unless it is already there or on its way. A failure is ignored: nobody
 * waits for it.
 */
function loadConfig(): Promise<void> {
  asking ??= fetchConfig()
    .catch(() => {})
    .finally(() => {
      if (!getConfig()) asking = undefined;
    });
  return asking;
}

/**
 * Refetches the configuration when the page becomes visible again, and when a call says that this
 * client is too old.
 */
export function keepConfigFresh(): void {
  const again = () => {
    asking = undefined;
    void loadConfig();
  };
  setConfigRefetch(again);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - askedAtMs > againAfterMs) again();
  });
  void loadConfig();
}

async function fetchConfig() {
  askedAtMs = Date.now();
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
 * The texts that the configuration puts over our own: the names of chains of shops and of banks
 * with machines, the same in every language, over our words for what they are; and over these the
 * operator's own texts.
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
