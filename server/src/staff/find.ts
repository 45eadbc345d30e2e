// Finds people by what a caller can say: a name, a number, a code. Shows several people masked, so
// that staff can ask which of them is calling (docs/decisions/0095).
import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { visibleWords } from '@sandali/contract/text.ts';
import * as v from 'valibot';
import { borrowerOfPhone, peopleOf } from '#/account/account.ts';
import { text, words } from '#/commands/arguments.ts';
import { command, type StaffCommand } from '#/commands/command.ts';
import { entity } from '#/commands/display.ts';
import { maskName, maskPhone } from '#/commands/mask.ts';
import type { AppContext } from '#/context/app-context.ts';
import { birthYearsOf, borrowersWithName } from '#/credit/credit.ts';
import type { Read } from '#/db/database.ts';
import { payersOf } from '#/repayment/repayment.ts';
import { borrowerOfReference, loanFactsOf } from './person.store.ts';

const mostShown = 50;
const mostWords = 20;
const mostLetters = 60;

/** How the search read the text. The trail records this instead of the text. */
type By = 'name' | 'number';

const adviceFor: Readonly<Record<By, string>> = {
  name: 'A search needs the full name, spelled as its owner wrote it. Leave out the middle name, or ask for the mobile number, a loan’s reference number or a payment code.',
  number:
    'Check each digit, or ask for the full name. suspense list shows payments without an owner.',
};

export const findCommands: StaffCommand[] = [
  command({
    name: 'person find',
    menu: 'People',
    label: 'Find a person',
    about: `Finds people by full name, mobile number, userGid, a loan’s reference number, a payment code or a payment’s reference. A name may leave out the middle name; order, accents, capitals and particles do not matter. Shows at most ${mostShown} people, masked.`,
    examples: [
      'person find Ligaya Dela Cruz --reason "calls without a number, ticket 812"',
      'person find 0917 123 4567 --reason "calls about a payment, ticket 812"',
      'person find 4021938857 --reason "reference on a bank slip, ticket 812"',
    ],
    kind: 'look',
    readsStandby: true,
    roles: ['support', 'reviewer', 'collector', 'finance', 'compliance', 'manager'],
    aboutPerson: 'withheld',
    arguments: {
      text: words(
        text(v.pipe(v.string(), v.minLength(1), v.maxLength(mostLetters)), 'name | number | code'),
        'what the caller says',
        { most: mostWords },
      ),
    },
    run: async ({ app }, tx, { text }) => {
      const typed = visibleWords(text.join(' '));
      const by: By = /\d/.test(typed) ? 'number' : 'name';
      const ids =
        by === 'name'
          ? await borrowersWithName(app, tx, typed, mostShown + 1)
          : await borrowersWithNumber(app, tx, typed);
      const people = await viewPeople(app, tx, ids.slice(0, mostShown));
      const hasMore = ids.length > mostShown;
      return { data: { by, people, hasMore }, detail: { by, shown: people.length } };
    },
    shows: ({ table }) =>
      table(
        (data) => data.people,
        {
          person: (person) => entity('person', person.userGid),
          number: (person) => person.phone,
          name: (person) => person.name,
          born: (person) => person.bornIn,
          bill: (person) => (person.hasOpenBill ? 'open' : 'none'),
          'last loan': (person) => entity('loan', person.lastReference),
        },
        {
          none: 'Nobody was found.',
          lines: ({ by, people, hasMore }) => [
            ...(people.length === 0 ? [adviceFor[by]] : []),
            ...(hasMore
              ? [`There are more than ${mostShown}. Add the middle name, or ask for the number.`]
              : []),
          ],
        },
      ),
  }),
];

/** Returns the borrowers with this number, userGid, reference number, code or payment. */
async function borrowersWithNumber(app: AppContext, read: Read, typed: string): Promise<string[]> {
  if (v.is(v.pipe(v.string(), v.uuid()), typed)) return [typed.toLowerCase()];
  const phone = parsePhilippineMobile(typed);
  const ids = [
    phone && (await borrowerOfPhone(read, app.sealer, phone)),
    await borrowerOfReference(read, typed),
    ...(await payersOf(app, read, typed)),
  ];
  return [...new Set(ids.filter((id) => id !== null))];
}

/** Returns the masked rows of these borrowers in the same order; erased accounts are missing. */
async function viewPeople(app: AppContext, read: Read, ids: readonly string[]) {
  const known = await peopleOf(read, app.sealer, ids);
  const years = await birthYearsOf(app, read, ids);
  const loans = new Map((await loanFactsOf(read, ids)).map((facts) => [facts.id, facts]));
  return ids.flatMap((userGid) => {
    const person = known.get(userGid);
    if (!person) return [];
    return {
      userGid,
      phone: maskPhone(person.phone),
      name: person.name && maskName(person.name),
      bornIn: years.get(userGid) ?? null,
      hasOpenBill: loans.get(userGid)?.hasOpenBill ?? false,
      lastReference: loans.get(userGid)?.lastReference ?? null,
    };
  });
}
