// Addresses that leave the program, made from the server's configuration; anything that does not look right gives none.
import type { Config } from '@sandali/contract/settings.ts';

/** What dials a telephone number as people write it: '(02) 5550 0100' gives 'tel:0255500100'. */
export function callAddress(telephone: string): string {
  return `tel:${telephone.replace(/[^\d+]/g, '')}`;
}

/** The Messenger conversation with the lender's page (m.me, by its account name), else the page itself; null where neither is known. */
export function messengerAddress({ fbAccount, fbUrl }: Pick<Config, 'fbAccount' | 'fbUrl'>): string | null {
  if (/^[A-Za-z0-9.]{5,50}$/.test(fbAccount)) return `https://m.me/${fbAccount}`;
  return fbUrl || null;
}
