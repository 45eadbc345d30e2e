// Whether two keys are two people. Whoever proposes keys could hold two of them, so the lines of their makers must end at different keys: those that the
// machine's own key made when the server was installed.
import type { Read } from '#/db/database.ts';
import { type By, keyOf, rootOf } from './approvals.store.ts';
import { Declined } from './command.ts';

/** For how long a key confirms nothing, in hours of business time: long enough that others see it in the list. */
const waitsHours = 24;
const machine = 'local:';

/**
 * Lets somebody answer what another person has proposed. The database holds every confirmation to the same rule.
 * @throws Declined where both may be one person, or the key is too young.
 */
export async function mustBeSecond(read: Read, { who, keyId, at }: By, first: Omit<By, 'at'>): Promise<void> {
  const isLocal = keyId === null;
  const isMachine = first.who.startsWith(machine);
  if (first.who === who || (isLocal && isMachine))
    throw new Declined('You have proposed this. Another person confirms it with a key of their own.');
  const [own, other] = [await keyOf(read, keyId), await keyOf(read, first.keyId)];
  if ((!isLocal && !own) || (!isMachine && !other)) throw new Declined(`Nobody here has a key as ${own ? first.who : who}.`);
  const roots = [own && (await rootOf(read, own.id)), other && (await rootOf(read, other.id))];
  if (roots[0] === roots[1])
    throw new Declined(`Your key and that of ${first.who} go back to one maker. Somebody whose key another engineer made confirms it.`);
  const from = own && !own.isFirst ? own.addedAt.add({ hours: waitsHours }) : null;
  if (from && Temporal.Instant.compare(at, from) < 0)
    throw new Declined(`Your key is younger than ${waitsHours} hours. It confirms from ${from.toString({ smallestUnit: 'minute' })} on.`);
}
