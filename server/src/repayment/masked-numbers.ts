import { recipientsOf } from '#/account/account.ts';
import { maskPhone } from '#/commands/mask.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { Read } from '#/db/database.ts';

/** Returns the masked numbers of borrowers, by id; erased accounts are missing. */
export async function maskedNumbers(
  app: Pick<AppContext, 'sealer'>,
  read: Read,
  borrowerIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = borrowerIds.filter((id) => id !== null);
  const recipients = await recipientsOf(app, read, ids);
  return new Map([...recipients].map(([id, { phone }]) => [id, maskPhone(phone)]));
}
