// The staff command that lists messages. Texts are never shown, because they may contain codes.

import * as v from 'valibot';
import { borrowerOfPhone } from '#/account/account.ts';
import { id, option, optional, text, whole } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { maskPhone } from '#/commands/mask.ts';
import { mobileOf } from '#/commands/mobile.ts';
import { afterRow, paged, pageOf } from '#/commands/page.ts';
import { shownAt, wireInstant } from '#/platform/days.ts';
import { messageLog } from './list.store.ts';

export const notificationCommands: StaffCommand[] = [
  command({
    name: 'sms log',
    menu: 'People',
    label: 'Show messages',
    about:
      'Lists messages and every attempt to send them, newest first, with masked numbers and without texts.',
    examples: [
      'sms log --limit 20 --reason "codes come late, ticket 812"',
      'sms log --phone "0917 123 4567" --reason "no code came, ticket 812"',
    ],
    kind: 'look',
    roles: ['support', 'engineer'],
    aboutPerson: 'reported',
    arguments: {
      phone: optional(
        option(text(v.pipe(v.string(), v.maxLength(40)), 'number'), 'only messages to this number'),
      ),
      limit: optional(option(whole(1, 500), 'how many a page; 50 by default'), 50),
      ...afterRow(id),
    },
    run: async ({ app: { sealer }, now, wall }, tx, { phone, limit, after = null }) => {
      const number = phone === undefined ? null : mobileOf(phone);
      const rows = await messageLog(tx, {
        limit,
        after,
        ...(number ? { toHash: sealer.hash('phone', number) } : {}),
      });
      const { page, next } = pageOf(rows, ({ id }) => id, limit);
      return {
        data: {
          next,
          more: `sms log --limit ${limit}${number ? ' --phone <the same number>' : ''}`,
          messages: page.map((row) => ({
            at: wireInstant(row.queued_at),
            to: maskPhone(sealer.open('message phone', row.id, row.to_sealed)),
            kind: row.kind,
            state: row.state,
            delivery: row.delivery,
            sentAt: row.sent_at && wireInstant(row.sent_at),
            heldUntil: row.held_until && wireInstant(row.held_until),
            tries: row.tries.map((attempt) => ({
              ...attempt,
              askedAt: wireInstant(shownAt(Temporal.Instant.from(attempt.askedAt), { now, wall })),
            })),
          })),
        },
        person: number && (await borrowerOfPhone(tx, sealer, number)),
        detail: { messages: page.length },
      };
    },
    shows: ({ table }) =>
      table(
        (data) => data.messages,
        {
          at: (message) => message.at,
          to: (message) => message.to,
          kind: (message) => message.kind,
          state: (message) => message.state,
          delivery: (message) => message.delivery,
          tries: ({ tries }) =>
            tries.map(({ gateway, outcome, gatewayId, reason }) =>
              [gateway, outcome ?? 'asked', gatewayId ?? reason].filter(Boolean).join(' '),
            ),
        },
        paged(({ more }) => more),
      ),
  }),
];
