import type { Config } from '@sandali/contract/settings.ts';

/** The Messenger conversation with the lender's page (m.me, by its account name), else the page itself; null where neither is known. */
export function messengerAddress({ fbAccount, fbUrl }: Pick<Config, 'fbAccount' | 'fbUrl'>): string | null {
  if (/^[A-Za-z0-9.]{5,50}$/.test(fbAccount)) return `https://m.me/${fbAccount}`;
  return fbUrl || null;
}
