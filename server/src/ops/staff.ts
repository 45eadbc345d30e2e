// Ops: who on staff has a key. A key is shown once, when it is made; only its hash is kept. A person has one at a time.
import * as v from 'valibot';
import type { Tx } from '#/db/database.ts';
import { wireInstant } from '#/kit/days.ts';
import { newId, newToken } from '#/kit/random.ts';
import { Declined, type StaffCommand, type StaffCtx, type StaffRole, staffCommand, staffRoles } from './command.ts';
import { hashOfKey } from './key.ts';
import { allKeys, endKey, insertKey, keysOfMachine, lockKeysOfMachine, mostOfMachine } from './keys.store.ts';

const zName = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9.-]{1,39}$/, 'a name has 2 to 40 small letters, digits, dots and dashes, and begins with a letter'),
  v.notValue('local', 'local is the key of the machine itself'),
);
const zRoles = v.pipe(
  v.array(v.picklist(staffRoles)),
  v.minLength(1),
  v.transform((roles) => [...new Set(roles)]),
);

export const staffCommands: StaffCommand[] = [
  staffCommand({
    name: 'staff list',
    kind: 'look',
    roles: ['engineer'],
    isForFirstKey: true,
    request: v.strictObject({}),
    run: async (_ctx, tx) => {
      const keys = await allKeys(tx);
      return {
        data: {
          staff: keys.map((key) => ({ ...key, madeAt: wireInstant(key.madeAt), endedAt: key.endedAt && wireInstant(key.endedAt) })),
        },
      };
    },
  }),
  staffCommand({
    name: 'staff add',
    kind: 'change',
    roles: ['engineer'],
    isForFirstKey: true,
    request: v.strictObject({ name: zName, roles: zRoles }),
    run: async (ctx, tx, { name, roles }) => {
      const { who, now, wall, keyId: makerId } = ctx;
      const isFirst = makerId === null && (await mustBeOfInstallation(ctx, tx, roles));
      const [id, key] = [newId(wall), newToken()];
      const made = { madeAt: wall, addedAt: now, madeBy: who, makerId, isFirst };
      const isNew = await insertKey(tx, { id, name, roles, tokenHash: hashOfKey(key), ...made });
      if (!isNew) throw new Declined(`${name} has a key. End it first: staff end ${name}`);
      return { data: { name, roles, key }, subject: id, detail: { name, roles } };
    },
  }),
  staffCommand({
    name: 'staff end',
    kind: 'change',
    roles: ['engineer'],
    request: v.strictObject({ name: zName }),
    run: async ({ who, wall }, tx, { name }) => {
      const id = await endKey(tx, name, { at: wall, who });
      if (!id) throw new Declined(`${name} has no key that is open.`);
      return { data: { name }, subject: id, detail: { name } };
    },
  }),
];

/** Lets the machine's own key make one of the two keys from which all others come. @returns whether it is one of the first two there ever were. */
async function mustBeOfInstallation({ house }: StaffCtx, tx: Tx, roles: readonly StaffRole[]): Promise<boolean> {
  await lockKeysOfMachine(tx);
  const { all, open } = await keysOfMachine(tx);
  if (open >= mostOfMachine)
    throw new Declined('The key of this machine has made two people. One of them with the role of an engineer adds the next.');
  if (!house.config.isSandbox && !roles.includes('engineer'))
    throw new Declined('The first two add all others: both are engineers, besides what else they are.');
  return all < mostOfMachine;
}
