// The staff command that removes a reference at the reference's own request.

import * as v from 'valibot';
import { text, word } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { mobileOf } from '#/commands/mobile.ts';
import { removeReference } from './references.ts';

export const referenceCommands: StaffCommand[] = [
  command({
    name: 'contact remove',
    menu: 'People',
    label: 'Remove a reference',
    about:
      'Removes a reference’s phone number from every application and message. The number is never accepted as a reference again.',
    examples: [
      'contact remove "0917 123 4567" --reason "asked by phone to be removed, ticket 812"',
    ],
    kind: 'change',
    seenFirst: { notNeeded: 'the owner of the number asks, and nothing else is affected' },
    roles: ['support', 'reviewer', 'compliance'],
    arguments: {
      phone: word(text(v.pipe(v.string(), v.maxLength(40))), 'the phone number', 'number'),
    },
    run: async (ctx, tx, { phone }) => {
      const number = mobileOf(phone);
      const applications = await removeReference(ctx, tx, { phone: number, who: ctx.who });
      return { data: { applications }, detail: { applications } };
    },
    shows: ({ lines }) => lines(({ applications }) => `Removed from ${applications} applications.`),
  }),
];
