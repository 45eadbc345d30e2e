// Ops: everything that happened to a person, as one list.
import { choices, option, optional, person, textLike, word } from '#/commands/arguments.ts';
import { command, type StaffCommand, type StaffCtx } from '#/commands/command.ts';
import { entity, money } from '#/commands/display.ts';
import { afterRow, paged, pageLength, pageOf } from '#/commands/page.ts';
import { mayPayOut } from '#/context/switches.ts';
import type { Read } from '#/db/database.ts';
import { bankNamed } from '#/gateway/routing.ts';
import { whereMoneyIs } from '#/payout/payout.ts';
import { wireInstant } from '#/platform/days.ts';
import { type Event, eventsOf, payoutFactsOf } from './timeline.store.ts';
import { eventKinds } from './timeline-events.store.ts';
import { subjectOf, wordsOf } from './timeline-words.ts';

const place = textLike(/\d{1,17}\.[a-zA-Z]+\.[a-zA-Z]+\.[0-9a-f-]{1,36}/, 'place');

export const timelineCommands: StaffCommand[] = [
  command({
    name: 'person timeline',
    menu: 'People',
    label: 'Show a person’s timeline',
    about: `Lists what happened to a person, newest first, ${pageLength} a page: applications, loans, payouts, bills, payments, messages, logins, cases and the looks of staff. Shows no texts of messages or cases.`,
    examples: [
      'person timeline "0917 123 4567" --reason "asks about a payment, ticket 812"',
      'person timeline 4021938857 --only payout,payment --reason "asks where the money is, ticket 812"',
    ],
    kind: 'look',
    roles: ['support', 'reviewer', 'collector', 'finance', 'compliance', 'manager'],
    aboutPerson: 'reported',
    arguments: {
      person: word(person, 'whose timeline'),
      only: optional(option(choices(eventKinds), 'only these kinds')),
      ...afterRow(place),
    },
    run: async (ctx, tx, { person, only = eventKinds, after = null }) => {
      const borrowerId = await ctx.borrowerNamed(tx, person);
      const rows = await eventsOf(tx, { borrowerId, moment: ctx, after, kinds: only });
      const { page, next } = pageOf(rows, (row) => row.place);
      return { data: { events: await viewEvents(ctx, tx, page), next }, person: borrowerId };
    },
    shows: ({ table }) =>
      table(
        (data) => data.events,
        {
          at: (event) => event.at,
          kind: (event) => event.kind,
          what: (event) => event.what,
          amount: (event) => money(event.amountCentavos),
          state: (event) => event.state,
          of: (event) => event.of,
        },
        { none: 'Nothing happened yet.', ...paged('person timeline … --reason …') },
      ),
  }),
];

/** Returns the events in words; a payout's state says where its money is now. */
async function viewEvents(ctx: StaffCtx, read: Read, events: readonly Event[]) {
  const places = await whereMoneyIsNow(
    ctx,
    read,
    events.flatMap(({ kind, subject }) => (kind === 'payout' && subject ? [subject] : [])),
  );
  return events.map((event) => {
    const as = subjectOf[event.kind];
    const { subject, amountCentavos, state } = event;
    return {
      id: event.place,
      at: wireInstant(event.at),
      kind: event.kind,
      what: wordsOf(event),
      amountCentavos: amountCentavos === null ? null : Number(amountCentavos),
      state: (subject && places.get(subject)) ?? state,
      of: as ? entity(as, subject) : null,
    };
  });
}

/** Returns where the money of these payouts is now, by payout. */
export async function whereMoneyIsNow(
  ctx: StaffCtx,
  read: Read,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const [payouts, settings] = await Promise.all([payoutFactsOf(read, ids), ctx.app.settings.all()]);
  return new Map(
    payouts.map((payout) => {
      const bank = bankNamed(ctx.app, payout.gateway);
      const isHeld = bank === null || !mayPayOut(settings, bank);
      return [payout.id, whereMoneyIs(payout, ctx, { isHeld })];
    }),
  );
}
