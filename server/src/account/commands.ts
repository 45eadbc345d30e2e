// What staff may do with a borrower's sessions, and with what was counted of tries to get in.
import * as v from 'valibot';
import { Declined, type StaffCommand, staffCommand, zPerson } from '#/commands/command.ts';
import { shownAt, wireInstant } from '#/kit/days.ts';
import { lockBorrower, phoneOf } from './person.ts';
import { endAllSessions } from './session.ts';
import { endSessionsOf, forgetTries, sessionsOf } from './staff.store.ts';

const most = 50;
/** The first characters of the token's hash: enough to tell the sessions of one person apart, and nothing to enter with. */
const idOf = (tokenHash: Buffer) => tokenHash.toString('hex').slice(0, 8);

export const accountCommands: StaffCommand[] = [
  staffCommand({
    name: 'person unlock',
    kind: 'change',
    roles: ['support', 'engineer'],
    isAboutPerson: true,
    request: v.strictObject({ person: zPerson }),
    run: async ({ borrowerNamed, house }, tx, { person }) => {
      const borrowerId = await borrowerNamed(tx, person);
      await lockBorrower(tx, borrowerId);
      const phoneHash = house.sealer.hash('phone', await phoneOf(tx, house.sealer, borrowerId));
      const lifted = await forgetTries(tx, { borrowerId, phoneHash });
      return { data: { lifted }, subject: borrowerId, detail: { lifted } };
    },
  }),
  staffCommand({
    name: 'sessions list',
    kind: 'look',
    roles: ['support', 'engineer'],
    isAboutPerson: true,
    request: v.strictObject({ person: zPerson }),
    run: async (ctx, tx, { person }) => {
      const borrowerId = await ctx.borrowerNamed(tx, person);
      const sessions = await sessionsOf(tx, borrowerId, ctx.wall, most);
      return {
        data: {
          sessions: sessions.map((one) => ({
            session: idOf(one.tokenHash),
            device: one.deviceId.slice(0, 6),
            openedAt: wireInstant(shownAt(one.openedAt, ctx)),
            lastSeenAt: wireInstant(shownAt(one.lastSeenAt, ctx)),
            endedAt: one.endedAt && wireInstant(shownAt(one.endedAt, ctx)),
            isOpen: one.isOpen,
          })),
        },
        subject: borrowerId,
      };
    },
  }),
  staffCommand({
    name: 'sessions end',
    kind: 'change',
    roles: ['support', 'engineer'],
    isAboutPerson: true,
    request: v.strictObject({ person: zPerson, session: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/))) }),
    run: async ({ borrowerNamed, wall }, tx, { person, session }) => {
      const borrowerId = await borrowerNamed(tx, person);
      await lockBorrower(tx, borrowerId);
      const named =
        session === undefined ? null : (await sessionsOf(tx, borrowerId, wall, most)).filter((one) => idOf(one.tokenHash) === session);
      if (named?.length === 0) throw new Declined(`This person has no session ${session} among the last ${most}.`);
      const ended = await endSessionsOf(tx, borrowerId, wall, named?.map((one) => one.tokenHash) ?? null);
      // A phone in other hands is a new device from now on, and no passkey of it opens anything.
      if (named === null) await endAllSessions(tx, borrowerId, wall);
      return { data: { ended }, subject: borrowerId, detail: { ended, ...(session ? { session } : {}) } };
    },
  }),
];
