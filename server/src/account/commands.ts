// What staff may do with a borrower's sessions, and with what was counted of tries to get in.
import { option, optional, person, textLike, word } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { shownAt, wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { endAllSessions } from './login/session.ts';
import { lockBorrower, phoneOf } from './person.ts';
import { endSessionsOf, resetTries, sessionsOf } from './staff.store.ts';

const roles = ['support', 'engineer'] as const;
const most = 50;
/**
 * The first characters of the token's hash: enough to distinguish the sessions of one person, and
 * useless for logging in.
 */
const idOf = (tokenHash: Buffer) => tokenHash.toString('hex').slice(0, 8);

export const accountCommands: StaffCommand[] = [
  command({
    name: 'person unlock',
    about:
      'Resets the counts of wrong passwords, codes and ID numbers of an account, so that its owner may try again now. It logs nobody in.',
    examples: [
      'person unlock "0917 123 4567" --reason "told us the tries are used up, ticket 812"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'it resets counts and logs nobody in' },
    roles,
    arguments: { person: word(person, 'whose account') },
    run: async ({ borrowerNamed, app }, tx, { person }) => {
      const borrowerId = await borrowerNamed(tx, person);
      await lockBorrower(tx, borrowerId);
      const phoneHash = app.sealer.hash('phone', await phoneOf(tx, app.sealer, borrowerId));
      const lifted = await resetTries(tx, { borrowerId, phoneHash });
      return { data: { lifted }, person: borrowerId, detail: { lifted } };
    },
    shows: ({ lines }) =>
      lines(({ lifted }) => (lifted === 0 ? 'Nothing was counted.' : 'They may try again now.')),
  }),
  command({
    name: 'sessions list',
    about: `Lists the last ${most} sessions of a person, open and ended, newest first.`,
    examples: [
      'sessions list "0917 123 4567" --reason "asks who is logged in, ticket 812"',
      'sessions list 4021938857 --reason "ticket 812"',
    ],
    kind: 'look',
    roles,
    aboutPerson: 'reported',
    arguments: { person: word(person, 'whose') },
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
        person: borrowerId,
      };
    },
    shows: ({ table }) =>
      table((data) => data.sessions, {
        session: (one) => one.session,
        device: (one) => one.device,
        opened: (one) => one.openedAt,
        'last seen': (one) => one.lastSeenAt,
        state: (one) => (one.isOpen ? 'open' : one.endedAt ? `ended ${one.endedAt}` : 'over'),
      }),
  }),
  command({
    name: 'sessions end',
    about:
      'Logs a person out everywhere, or out of one session. They log in again with password or code.',
    examples: [
      'sessions end "0917 123 4567" --reason "phone stolen, ticket 812"',
      'sessions end 4021938857 --session 3fa9c01b --reason "not their device, ticket 812"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'the person logs in again' },
    roles,
    arguments: {
      person: word(person, 'whom'),
      session: optional(
        option(textLike(/[0-9a-f]{8}/, '3fa9c01b'), 'only this one, as sessions list shows it'),
      ),
    },
    run: async ({ borrowerNamed, wall }, tx, { person, session }) => {
      const borrowerId = await borrowerNamed(tx, person);
      await lockBorrower(tx, borrowerId);
      const named =
        session === undefined
          ? null
          : (await sessionsOf(tx, borrowerId, wall, most)).filter(
              (one) => idOf(one.tokenHash) === session,
            );
      if (named?.length === 0)
        throw new Declined(`This person has no session ${session} among the last ${most}.`);
      const ended = await endSessionsOf(
        tx,
        borrowerId,
        wall,
        named?.map((one) => one.tokenHash) ?? null,
      );
      // A phone that was stolen or lost becomes an unknown device, and its passkeys are no longer
      // accepted.
      if (named === null) await endAllSessions(tx, borrowerId, wall);
      return {
        data: { ended },
        person: borrowerId,
        detail: { ended, ...(session ? { session } : {}) },
      };
    },
    shows: ({ lines }) =>
      lines(({ ended }) =>
        ended === 0
          ? 'No session was open.'
          : `${ended} ${ended === 1 ? 'session was' : 'sessions were'} ended.`,
      ),
  }),
];
