// The people who are seeded on the first start, each at a different stage of a loan. They are
// created with a browser's calls over three weeks of business time, so their data is realistic.
import { timedId } from '@sandali/contract/id.ts';
import { inTx } from '#/db/database.ts';
import { manila } from '#/platform/days.ts';
import { sha256 } from '#/platform/seal.ts';
import { setPayDelay } from './bank-desk.ts';
import { createClient } from './client.ts';
import { endSeeding, passTime } from './clock.ts';
import { applyForCredit } from './credit-life.ts';
import type { SandboxDeps } from './deps.ts';
import { addWallet, type Life, paidOut, reviewed, signUp, takeLoan, until } from './life.ts';
import {
  codesOf,
  findUnsentMessage,
  keepPerson,
  type SeededPerson,
  seededPeople,
  storedOffset,
  storedSeedingEnd,
  waitingReviews,
} from './store.ts';

type App = { fetch(request: Request): Response | Promise<Response> };
type TurnTo = (at: Temporal.ZonedDateTime) => Promise<void>;
type Story = (
  life: Life,
  stage: { deps: SandboxDeps; end: Temporal.ZonedDateTime; turnTo: TurnTo },
) => Promise<string>;

/** The seeded people in order of creation; `place` is their position in the table of people. */
const people: readonly { place: number; firstName: string; lastName: string; live: Story }[] = [
  { place: 4, firstName: 'Lito', lastName: 'Huli', live: overdue },
  { place: 3, firstName: 'Dudong', lastName: 'Bukas', live: dueTomorrow },
  { place: 2, firstName: 'Aprub', lastName: 'Salonga', live: approved },
  { place: 5, firstName: 'Rico', lastName: 'Balik', live: rejected },
  { place: 1, firstName: 'Nena', lastName: 'Bago', live: registered },
];

/**
 * Creates missing people and ends the seeded weeks. Does nothing on later starts. The worker and
 * the webhook listener must be running. A failed step is logged and ends the seeding.
 * @returns all seeded people
 */
export async function seed(app: App, deps: SandboxDeps): Promise<SeededPerson[]> {
  const { db, config, log } = deps.context;
  const endsAt = await storedSeedingEnd(db);
  if (endsAt && (await storedOffset(db)) === null) {
    await setPayDelay(deps.bank, 0);
    try {
      await deps.staff.seed((at) => passTime(deps, at));
      await makeEverybody(app, deps, endsAt.toZonedDateTimeISO(manila));
    } catch (error) {
      log.error('not all seeded people could be created', error);
    }
    await setPayDelay(deps.bank, config.sandbox.payDelayMs);
    await endSeeding(deps, endsAt);
  }
  return await seededPeople(db);
}

async function makeEverybody(
  app: App,
  deps: SandboxDeps,
  end: Temporal.ZonedDateTime,
): Promise<void> {
  const turnTo: TurnTo = (at) => passTime(deps, at.toInstant());
  for (const { place, firstName, lastName, live } of people) {
    const life = lifeOf(app, deps, end, { number: place, firstName, lastName });
    const story = await live(life, { deps, end, turnTo });
    // The queue sends messages a little later and stamps them with the business time of that
    // moment.
    await until('the messages to be sent', async () => !(await findUnsentMessage(deps.context.db)));
    const { phone, password } = life;
    await inTx(deps.context.db, (tx) =>
      keepPerson(tx, { number: place, name: `${firstName} ${lastName}`, phone, password, story }),
    );
  }
}

/**
 * Returns the `Life` of a seeded person. Its request ids depend on the end of the seeding, the
 * person and the step, so that seeding can resume after a restart.
 */
function lifeOf(
  app: App,
  { context }: SandboxDeps,
  end: Temporal.ZonedDateTime,
  who: { number: number; firstName: string; lastName: string },
): Life {
  const { clocks, config, db } = context;
  const client = createClient({
    fetch: (request) => app.fetch(request),
    origin: config.origin,
    deviceId: digest(`device ${who.number}`).subarray(0, 16).toString('base64url'),
    wallMs: () => clocks.wall().epochMilliseconds,
  });
  return {
    ...who,
    client,
    phone: `+63917555${4100 + who.number}`,
    password: `kunwari-${who.firstName.toLowerCase()}-8`,
    codesOf: (phone) => codesOf(db, phone),
    idOf: (step) => timedId(end.epochMilliseconds, digest(`${who.number} ${step}`)),
  };
}

const digest = (text: string) => sha256(`sandali seed ${text}`);

async function registered(life: Life, { end, turnTo }: Parameters<Story>[1]): Promise<string> {
  await turnTo(end.subtract({ minutes: 20 }));
  await signUp(life);
  return 'registered, has not applied yet';
}

async function decided(
  life: Life,
  { deps, turnTo }: Parameters<Story>[1],
  circumstances?: 'refusable',
): Promise<void> {
  await signUp(life);
  await applyForCredit(life, circumstances);
  const { config, clocks } = deps.context;
  await turnTo(
    clocks
      .now()
      .add({ seconds: config.sandbox.reviewSeconds + 1 })
      .toZonedDateTimeISO(manila),
  );
  if (config.firstLineNeedsPerson && !circumstances) await approveAsReviewer(deps);
  const outcome = await reviewed(life);
  if (outcome !== (circumstances === 'refusable' ? 'rejected' : 'approved'))
    throw new Error(`${life.firstName} was ${outcome}`);
}

/**
 * Approves the pending application as an invented reviewer (FIRST_LINE_NEEDS_PERSON). Only one
 * application is pending at a time during seeding.
 */
async function approveAsReviewer({ context, staff }: SandboxDeps): Promise<void> {
  const { applicationId: application } = await until('an application for a reviewer', async () =>
    (await waitingReviews(context.db)).find(({ rulesFired }) => rulesFired),
  );
  const rita = await staff.actAs('rita.reviewer');
  const reason = 'an invented person';
  await rita('review take', { input: { application } });
  await rita('review show', { input: { application }, reason, reveal: true });
  for (const which of ['front', 'selfie'])
    await rita('review photo', { input: { application, which }, reason });
  await rita('review approve', { input: { application }, reason });
}

async function approved(life: Life, stage: Parameters<Story>[1]): Promise<string> {
  await stage.turnTo(stage.end.subtract({ days: 1 }).with({ hour: 14 }));
  await decided(life, stage);
  return 'approved, has not borrowed yet';
}

async function rejected(life: Life, stage: Parameters<Story>[1]): Promise<string> {
  await stage.turnTo(stage.end.subtract({ days: 1 }).with({ hour: 15 }));
  await decided(life, stage, 'refusable');
  return 'rejected, may apply again in a few days';
}

async function dueTomorrow(life: Life, stage: Parameters<Story>[1]): Promise<string> {
  const due = await borrow(life, stage, (termDays) => termDays - 1);
  return `one loan, due on ${due} (the day after the first start)`;
}

async function overdue(life: Life, stage: Parameters<Story>[1]): Promise<string> {
  const due = await borrow(life, stage, (termDays) => termDays + 5);
  return `one loan, overdue since ${due}`;
}

/**
 * Takes a loan on the shortest term, a few days before the end of the seeded weeks.
 * @returns the due date
 */
async function borrow(
  life: Life,
  stage: Parameters<Story>[1],
  daysBefore: (termDays: number) => number,
): Promise<string> {
  const termDays = Math.min(...stage.deps.context.catalogue.terms.map((term) => term.days));
  await stage.turnTo(stage.end.subtract({ days: daysBefore(termDays) }).with({ hour: 9 }));
  await decided(life, stage);
  const { loanId } = await takeLoan(life, await addWallet(life), { termDays });
  const { dueOn } = await paidOut(life, loanId);
  return dueOn ? Temporal.PlainDate.from(dueOn).toLocaleString('en-PH', { dateStyle: 'full' }) : '';
}
