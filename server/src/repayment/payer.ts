import type { AppContext } from '#/context/app-context.ts';
import type { Read } from '#/db/database.ts';
import { banksOf } from '#/gateway/routing.ts';
import { borrowersOfText } from './store.ts';
import { ownBank } from './transfer/store.ts';

/**
 * Returns the borrowers with this payment code, or with a payment that has this reference at a
 * gateway or on our bank's statement.
 */
export async function payersOf(
  app: Pick<AppContext, 'bank' | 'earlierBanks'>,
  read: Read,
  text: string,
): Promise<string[]> {
  return await borrowersOfText(read, [...banksOf(app).map(({ name }) => name), ownBank], text);
}
