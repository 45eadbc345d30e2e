// Name keys, by which staff find a person (docs/decisions/0095). They normalise names like the keys
// of screening lists, but hash with another purpose, so that nobody can compare the two tables.
import { fullNameOf, type PersonName } from '@sandali/contract/personName.ts';
import { setKnownName } from '#/account/account.ts';
import type { AppContext } from '#/context/app-context.ts';
import { namesOf, normalName } from '#/credit/screening/keys.ts';
import { openStep } from '#/credit/sealed.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { Sealer } from '#/platform/seal.ts';
import { borrowersWithKey, personalInformationOf, replaceKeys } from './store.ts';

type Keys = Pick<AppContext, 'sealer'>;

const hashOf = (sealer: Sealer, normal: string) => sealer.hash('borrower name', normal);

/** Stores a borrower's name and its keys, replacing the earlier ones. Lock the borrower first. */
export async function storeName(
  { sealer }: Keys,
  tx: Tx,
  borrowerId: string,
  name: PersonName,
): Promise<void> {
  const { firstName } = name;
  const hashes = namesOf(name).map((normal) => hashOf(sealer, normal));
  await Promise.all([
    setKnownName(tx, sealer, borrowerId, { name: fullNameOf(name), firstName }),
    replaceKeys(tx, borrowerId, hashes),
  ]);
}

/** Returns at most `limit` borrowers with this full name, newest account first. */
export async function borrowersWithName(
  { sealer }: Keys,
  read: Read,
  typed: string,
  limit: number,
): Promise<string[]> {
  const normal = normalName(typed);
  return normal === '' ? [] : await borrowersWithKey(read, hashOf(sealer, normal), limit);
}

/** Returns these borrowers' years of birth by id, from their newest personal information. */
export async function birthYearsOf(
  { sealer }: Keys,
  read: Read,
  borrowerIds: readonly string[],
): Promise<Map<string, string>> {
  const years = new Map<string, string>();
  for (const { id, sealed } of await personalInformationOf(read, borrowerIds)) {
    const personal = openStep(sealer, 'personal', id, sealed);
    if (personal) years.set(id, personal.bornOn.slice(0, 4));
  }
  return years;
}
