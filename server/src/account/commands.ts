// Staff commands for a borrower's sessions, attempt counts and recoveries.
import { option, optional, person, textLike, word } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { inManila } from '#/commands/display.ts';
import { afterRow, paged, pageLength, pageOf } from '#/commands/page.ts';
import { shownAt, wireInstant } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { endAllSessions } from './login/session.ts';
import { lockBorrower, phoneOf } from './person.ts';
import { recoveryCommands } from './recovery/commands.ts';
import { endSessionsOf, resetAttempts, sessionHashesNamed, sessionsOf } from './staff.store.ts';

const roles = ['support', 'engineer'] as const;
/**
 * Returns the start of a token's hash: enough to tell a person's sessions apart, but not to log in.
 */
const idOf = (tokenHash: Buffer) => tokenHash.toString('hex').slice(0, 8);

const sessionName = textLike(/[0-9a-f]{8}/, '3fa9c01b');

export const accountCommands: StaffCommand[] = [
  command({
    name: 'person unlock',
    menu: 'People',
    label: 'Unlock a person',
    about:
      'Resets the counts of wrong passwords, codes and ID numbers of an account, so that its owner can try again now. It logs nobody in.',
    examples: [
      'person unlock "0917 123 4567" --reason "told us that the attempts are used up, ticket 812"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'it resets counts and logs nobody in' },
    roles,
    arguments: { person: word(person, 'whose account') },
    run: async ({ borrowerNamed, app }, tx, { person }) => {
      const borrowerId = await borrowerNamed(tx, person);
      await lockBorrower(tx, borrowerId);
      const phoneHash = app.sealer.hash('phone', await phoneOf(tx, app.sealer, borrowerId));
      const lifted = await resetAttempts(tx, { borrowerId, phoneHash });
      return { data: { lifted }, person: borrowerId, detail: { lifted } };
    },
    shows: ({ lines }) =>
      lines(({ lifted }) => (lifted === 0 ? 'Nothing was counted.' : 'They can try again now.')),
  }),
  command({
    name: 'sessions list',
    menu: 'People',
    label: 'List sessions',
    about: `Lists the sessions of a person, open and ended, newest first, ${pageLength} a page.`,
    examples: [
      'sessions list "0917 123 4567" --reason "asks who is logged in, ticket 812"',
      'sessions list 4021938857 --reason "ticket 812"',
    ],
    kind: 'look',
    roles,
    aboutPerson: 'reported',
    arguments: { person: word(person, 'whose sessions'), ...afterRow(sessionName) },
    run: async (ctx, tx, { person, after = null }) => {
      const borrowerId = await ctx.borrowerNamed(tx, person);
      const sessions = await sessionsOf(tx, borrowerId, ctx.wall, after);
      const { page, next } = pageOf(sessions, ({ tokenHash }) => idOf(tokenHash));
      return {
        data: {
          person: borrowerId,
          next,
          sessions: page.map((session) => ({
            session: idOf(session.tokenHash),
            device: session.deviceId.slice(0, 6),
            openedAt: wireInstant(shownAt(session.openedAt, ctx)),
            lastSeenAt: wireInstant(shownAt(session.lastSeenAt, ctx)),
            endedAt: session.endedAt && wireInstant(shownAt(session.endedAt, ctx)),
            isOpen: session.isOpen,
          })),
        },
        person: borrowerId,
      };
    },
    shows: ({ table }) =>
      table(
        (data) => data.sessions,
        {
          session: (row) => row.session,
          device: (row) => row.device,
          opened: (row) => row.openedAt,
          'last seen': (row) => row.lastSeenAt,
          state: (row) =>
            row.isOpen ? 'open' : row.endedAt ? `ended ${inManila(row.endedAt)}` : 'expired',
        },
        paged(({ person }) => `sessions list ${person}`),
      ),
  }),
  command({
    name: 'sessions end',
    menu: 'People',
    label: 'End sessions',
    about:
      'Ends all sessions of a person, or one of them. They log in again with password or code.',
    examples: [
      'sessions end "0917 123 4567" --reason "phone stolen, ticket 812"',
      'sessions end 4021938857 --session 3fa9c01b --reason "not their device, ticket 812"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'the person logs in again' },
    roles,
    arguments: {
      person: word(person, 'whose sessions'),
      session: optional(option(sessionName, 'only this session, as sessions list shows it')),
    },
    run: async ({ borrowerNamed, wall }, tx, { person, session }) => {
      const borrowerId = await borrowerNamed(tx, person);
      await lockBorrower(tx, borrowerId);
      const named =
        session === undefined ? null : await sessionHashesNamed(tx, borrowerId, session);
      if (named?.length === 0) throw new Declined(`This person has no session ${session}.`);
      const ended = await endSessionsOf(tx, borrowerId, wall, named);
      // A stolen or lost phone becomes an unknown device, and its passkeys are no longer accepted.
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
  ...recoveryCommands,
];
