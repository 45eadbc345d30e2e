// The sandbox's invented staff: one person for each role, two where acts need two. They join by the
// rules for real staff. Nobody has their keys, so the sandbox acts as them.
import type { SeededStaff } from '@sandali/contract/desk.ts';
import { type StaffCommand, type StaffRole, staffRoles } from '#/commands/command.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { Read } from '#/db/database.ts';
import { newToken } from '#/platform/random.ts';
import { invariant } from '#/platform/refuse.ts';
import { type Holder, hashOfKey } from './key.ts';
import { allKeys, keyNamed, openAccessDecisions } from './keys.store.ts';
import { perform } from './perform.ts';

/** The first two engineers. Erna leaves, so that the machine's own key can add a developer. */
const [erna, ben] = ['erna.engineer', 'ben.engineer'] as const;

/** Erna proposes the first person of each role and Ben the second, so that the two can decide. */
const people: Readonly<Record<StaffRole, readonly string[]>> = {
  engineer: ['ana.engineer', ben],
  reviewer: ['rita.reviewer', 'remy.reviewer'],
  support: ['sol.support'],
  collector: ['cora.collector'],
  finance: ['fina.finance', 'felix.finance'],
  compliance: ['coco.compliance', 'cleo.compliance'],
  manager: ['mina.manager', 'marco.manager'],
  auditor: ['audra.auditor'],
};
const [ana = ''] = people.engineer;
const names: ReadonlySet<string> = new Set([erna, ...Object.values(people).flat()]);

type Request = { input?: object; reason?: string; reveal?: boolean };
/** Runs the command with this name. @returns its answer @throws if it is refused */
type Acts = (command: string, request: Request) => Promise<unknown>;
type PassTo = (at: Temporal.Instant) => Promise<void>;
type Deps = { app: AppContext; commands: readonly StaffCommand[] };

/** What the sandbox does with its invented staff. `commands` are all commands of staff. */
export function inventedStaff(app: AppContext, commands: readonly StaffCommand[]) {
  const deps = { app, commands };
  return {
    /** Returns those who have an active key. */
    list: async (): Promise<SeededStaff[]> => await seededStaff(app.db),
    /**
     * Adds those who are missing. `passTo` moves business time, because a key can confirm proposals
     * only after 24 hours.
     */
    seed: async (passTo: PassTo): Promise<void> => await seed(deps, passTo),
    /** Returns a function that runs commands as a member. */
    actAs: async (name: string): Promise<Acts> => await actAs(deps, name),
  };
}

/** Returns the invented staff who have an active key. */
async function seededStaff(read: Read): Promise<SeededStaff[]> {
  return (await seededKeys(read)).map(({ name, roles }) => ({ name, roles }));
}

async function seededKeys(read: Read) {
  return (await allKeys(read)).filter(
    ({ name, endedAt, suspendedBy }) => names.has(name) && !endedAt && !suspendedBy,
  );
}

async function actAs(deps: Deps, name: string): Promise<Acts> {
  const key = (await seededKeys(deps.app.db)).find((key) => key.name === name);
  invariant(key, `${name} is invented staff`);
  return actsWith(deps, { keyId: key.id, name, roles: key.roles, isLocal: false });
}

function actsWith(
  { app, commands }: Deps,
  of: Pick<Holder, 'keyId' | 'name' | 'roles' | 'isLocal'>,
): Acts {
  invariant(app.config.isSandbox, 'only the sandbox acts without a key');
  const holder: Holder = { ...of, stopped: null, keyText: '', endsAt: null };
  return async (name, { input = {}, ...more }) => {
    const command = commands.find((command) => command.name === name);
    invariant(command, `${name} is a command`);
    const request = { input, ...more };
    const { body } = await perform({ app, command, holder, who: of.name, request });
    if ('wrong' in body) throw new Error(`${of.name} could not ${name}: ${body.wrong}`);
    return body.data;
  };
}

async function seed(deps: Deps, passTo: PassTo): Promise<void> {
  const { db } = deps.app;
  const machine = { keyId: null, name: 'local:sandbox', roles: staffRoles, isLocal: true };
  const byMachine = actsWith(deps, machine);
  for (const name of [erna, ben]) await add(db, [byMachine], name, 'engineer');
  if ((await keyNamed(db, erna))?.endedAt) return;
  const founders = [await actAs(deps, erna), await actAs(deps, ben)];
  for (const role of staffRoles)
    for (const [place, name] of people[role].entries())
      await add(db, place === 0 ? founders : founders.toReversed(), name, role);
  await leave(deps, passTo);
}

/** Adds a person with a key that nobody keeps, unless they have one: each of `by` asks in turn. */
async function add(read: Read, by: readonly Acts[], name: string, role: StaffRole) {
  if (await keyNamed(read, name)) return;
  const hash = hashOfKey(newToken()).toString('hex');
  const request = { input: { name, roles: [role], hash }, reason: 'joins the invented lender' };
  for (const acts of by) await acts('staff add', request);
}

/** Ends Erna's key: Ben proposes it, and Ana confirms once her key is old enough. */
async function leave(deps: Deps, passTo: PassTo) {
  const { db } = deps.app;
  const key = await keyNamed(db, ana);
  invariant(key, 'Ana has joined');
  await passTo(key.addedAt.add({ hours: 24 }));
  const isProposed = (await openAccessDecisions(db)).some(({ name }) => name === erna);
  for (const name of isProposed ? [ana] : [ben, ana]) {
    const acts = await actAs(deps, name);
    await acts('staff end', { input: { name: erna }, reason: 'has left the invented lender' });
  }
}
