import { creditQuery } from '@sandali/contract/credit.ts';
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { consentWithdraw, dataQuery } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { beforeEach, expect, test } from 'vitest';
import { readCatalogue } from '#/data/catalogue.ts';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { newId } from '#/platform/random.ts';
import { pendingApprovals, proposalAbout, testOps } from '#/staff/testing.ts';
import { testApp } from '#/testing/app.ts';
import { viewForApproval, waitingPerson } from './testing.ts';

const app = await testApp();
const ops = testOps(app.context);
const [rosa, ben] = [await ops.person('reviewer'), await ops.person('reviewer')];
const withReason = { reason: 'owns two shops, papers seen' };
const large = 200_000_00;
beforeEach(() => app.clocks.setNow('2026-11-20T02:00:00Z'));

type Who = typeof rosa;
const takes = async ({ ask }: Who, application: string) =>
  expect((await ask('review take', { application })).status).toBe(200);
/** Takes an application and views everything. */
const studies = async (who: Who, application: string) => {
  await takes(who, application);
  await viewForApproval(who, application);
};
const approves = ({ ask }: Who, application: string, limitCentavos = large) =>
  ask('review approve', { application, limitCentavos }, withReason);
const stateOf = async ({ client }: Awaited<ReturnType<typeof waitingPerson>>) =>
  (await client.must(creditQuery, {})).state;
const proposalsOf = async (application: string) =>
  await app.db
    .selectFrom('review_proposals as p')
    .innerJoin('approvals as a', 'a.id', 'p.id')
    .select(['p.id', 'a.proposed_by'])
    .select(({ fn }) => [
      fn.coalesce('a.dropped_as', 'p.state').as('outcome'),
      fn.coalesce('a.dropped_by', 'a.confirmed_by').as('ended_by'),
    ])
    .where('p.application_id', '=', application)
    .orderBy('a.proposed_at')
    .orderBy('p.id')
    .execute();

/** Returns an applicant for whom Rosa has proposed a limit. */
async function proposed() {
  const anna = await waitingPerson(app);
  await studies(rosa, anna.application);
  expect(await approves(rosa, anna.application)).toMatchObject({
    status: 200,
    data: { lapsesAt: '2026-11-23T02:00:00.000Z' },
  });
  return anna;
}

slow('the next application is never one whose limit this reviewer proposed', async () => {
  const { application } = await proposed();
  expect((await rosa.ask('review take')).wrong).toContain('No application is free');
  expect((await ben.ask('review take')).data).toMatchObject({ application });
});

slow('a limit above the threshold is a proposal until another reviewer confirms', async () => {
  const anna = await proposed();
  const { application, userGid, client } = anna;
  expect(await stateOf(anna)).toBe('manualReview');
  const acts = async () => (await client.must(dataQuery, {})).looks.map((look) => look.act);
  expect(await acts()).not.toContain('review approve'); // no answer yet
  expect(await pendingApprovals(ben)).toContainEqual(
    expect.stringMatching(`^review confirm: ${application}, ₱[0-9,]+, by ${rosa.name}$`),
  );
  expect(await proposalAbout(ben, application)).toEqual({
    facts: [`limit | – | ${formatPesos(centavos(large))}`],
    about: ['application', application],
    line: `review confirm ${application} --reason "…"`,
  });
  const shown = (await ben.ask('review show', { application }, withReason)).data.application;
  expect(shown).toMatchObject({
    holder: null,
    proposal: { limitCentavos: large, by: rosa.name, hasLapsed: false, reason: withReason.reason },
  });
  const list = (await ben.ask('review list')).data.applications as { application: string }[];
  expect(list.find((row) => row.application === application)).toMatchObject({
    proposal: { by: rosa.name, limitCentavos: large },
  });
  await studies(ben, application);
  expect(
    await ben.ask('review confirm', { application }, { reason: 'seen the papers too' }),
  ).toMatchObject({
    status: 200,
    data: { limitCentavos: large },
  });
  expect(await stateOf(anna)).toBe('approved');
  const [proposal] = await proposalsOf(application);
  expect(proposal).toMatchObject({
    outcome: 'confirmed',
    proposed_by: rosa.name,
    ended_by: ben.name,
  });
  const decision = await app.db
    .selectFrom('credit_decisions')
    .select(['decided_by', 'proposal_id', 'limit_centavos', 'two_people_above_centavos'])
    .where('application_id', '=', application)
    .where('outcome', '=', 'approved')
    .executeTakeFirstOrThrow();
  expect(decision).toEqual({
    decided_by: ben.name,
    proposal_id: proposal?.id,
    limit_centavos: BigInt(large),
    two_people_above_centavos: 15_000_000n,
  });
  const looks = ['review photo', 'review photo', 'review show'];
  expect(await acts()).toEqual(['review confirm', ...looks, 'review show', ...looks]);
  expect(await ops.lastRow()).toMatchObject({
    who: ben.name,
    act: 'ops review confirm',
    subject: userGid,
  });
});

slow('requires a second reviewer only for a limit above the threshold', async () => {
  const person = await waitingPerson(app);
  await studies(rosa, person.application);
  expect(await approves(rosa, person.application, 160_000_00)).toMatchObject({
    data: { lapsesAt: expect.any(String) },
  });
  await takes(rosa, person.application);
  expect(await approves(rosa, person.application, 150_000_00)).toMatchObject({
    status: 200,
    data: { lapsesAt: null },
  });
  expect(await stateOf(person)).toBe('approved');
  expect(await proposalsOf(person.application)).toMatchObject([{ outcome: 'overtaken' }]);
});

slow('lets only another reviewer decline a proposed limit', async () => {
  const anna = await proposed();
  const { application } = anna;
  await takes(rosa, application);
  for (const command of ['review confirm', 'review decline'])
    expect(await rosa.ask(command, { application }, withReason)).toMatchObject({
      status: 422,
      wrong: 'You proposed this yourself. Ask another person to confirm it with their own key.',
    });
  expect((await approves(rosa, application)).wrong).toContain(
    'Another reviewer confirms or declines it.',
  );
  await rosa.ask('review release', { application });
  await takes(ben, application);
  expect((await ben.ask('review decline', { application }, withReason)).status).toBe(200);
  expect(await stateOf(anna)).toBe('manualReview');
  for (const command of ['review confirm', 'review decline'])
    expect((await ben.ask(command, { application }, withReason)).wrong).toBe(
      'No limit is proposed for this application.',
    );
  await viewForApproval(ben, application);
  expect((await approves(ben, application)).status).toBe(200);
  expect(
    (await proposalsOf(application)).sort((a, b) =>
      (a.outcome ?? '').localeCompare(b.outcome ?? ''),
    ),
  ).toMatchObject([
    { outcome: 'declined', ended_by: ben.name },
    { outcome: 'open', proposed_by: ben.name },
  ]);
});

slow('a proposed limit expires after three days, or when the application changes', async () => {
  const anna = await proposed();
  await takes(ben, anna.application);
  const old = await app.db
    .selectFrom('credit_applications')
    .select(['borrower_id', 'personal_sealed'])
    .where('id', '=', anna.application)
    .executeTakeFirstOrThrow();
  const personal = app.context.sealer.open(
    'personal',
    old.borrower_id,
    old.personal_sealed ?? Buffer.alloc(0),
  );
  await app.db
    .updateTable('credit_applications')
    .set({ personal_sealed: app.context.sealer.seal('personal', old.borrower_id, personal) })
    .where('id', '=', anna.application)
    .execute();
  const confirm = () => ben.ask('review confirm', { application: anna.application }, withReason);
  expect((await confirm()).wrong).toContain('This proposal has expired');
  expect(
    (await ben.ask('review show', { application: anna.application }, withReason)).data.application,
  ).toMatchObject({
    proposal: { hasLapsed: true },
  });

  const carla = await proposed();
  app.clocks.setNow('2026-11-23T01:59:59Z');
  await takes(ben, carla.application);
  app.clocks.setNow('2026-11-23T02:00:00Z');
  expect(
    (await ben.ask('review confirm', { application: carla.application }, withReason)).wrong,
  ).toContain('This proposal has expired');
  await viewForApproval(ben, carla.application);
  expect((await approves(ben, carla.application)).status).toBe(200);
  await studies(rosa, carla.application);
  expect(
    (await rosa.ask('review confirm', { application: carla.application }, withReason)).status,
  ).toBe(200);
  expect(await proposalsOf(carla.application)).toMatchObject([
    { outcome: 'lapsed' },
    { outcome: 'confirmed', ended_by: rosa.name },
  ]);
});

slow.each([1, 2])(
  'accepts only one of several simultaneous confirmations, approvals and rejections (%i)',
  async () => {
    const anna = await proposed();
    const { application } = anna;
    await studies(ben, application);
    const confirm = () => ben.ask('review confirm', { application }, withReason);
    const answers = await Promise.all([
      confirm(),
      ben.ask('review reject', { application, group: 'income' }, withReason),
      confirm(),
      approves(ben, application, 100_000_00),
    ]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(['approved', 'rejected']).toContain(await stateOf(anna));
    expect(await proposalsOf(application)).toMatchObject([
      { outcome: expect.stringMatching(/^(confirmed|overtaken)$/) },
    ]);
  },
);

slow('the database requires two people for a large limit', async () => {
  const anna = await proposed();
  const [proposal] = await proposalsOf(anna.application);
  const decision = (more: object) => {
    const row = {
      id: newId(app.clocks.wall()),
      application_id: anna.application,
      number: 2,
      outcome: 'approved',
      limit_centavos: BigInt(large),
      two_people_above_centavos: 15_000_000n,
      rules_version: 'x',
      inputs_hash: Buffer.alloc(32),
      rules_fired: '[]',
      decided_at: app.clocks.now(),
      decided_by: ben.name,
      ...more,
    };
    return app.db.insertInto('credit_decisions').values(row).execute();
  };
  const id = proposal?.id ?? '';
  const declined = { dropped_at: app.clocks.now(), dropped_as: 'declined' };
  const decline = (who: string) =>
    app.db
      .updateTable('approvals')
      .set({ ...declined, dropped_by: who })
      .where('id', '=', id)
      .execute();
  const two = /needs a proposal confirmed by another person/;
  await expect(decision({})).rejects.toThrow(two);
  await expect(decision({ proposal_id: proposal?.id })).rejects.toThrow(two);
  await expect(decision({ two_people_above_centavos: null })).rejects.toThrow(two);
  await expect(ops.confirmsInDatabase(id, rosa.name)).rejects.toThrow(/different first keys/);
  await expect(decline(rosa.name)).rejects.toThrow(/approvals_check/);
  await expect(
    app.db.updateTable('review_proposals').set({ limit_centavos: 1n }).execute(),
  ).rejects.toThrow(/permission denied/);
  await expect(app.db.deleteFrom('review_proposals').execute()).rejects.toThrow(
    /permission denied/,
  );
  await expect(
    app.db.updateTable('review_calls').set({ result: 'reached' }).execute(),
  ).rejects.toThrow(/permission denied/);
  await takes(ben, anna.application);
  await viewForApproval(ben, anna.application);
  await ops.confirmsInDatabase(id, ben.name);
  await expect(decline(ben.name)).rejects.toThrow(/a closed proposal never changes/);
  await expect(
    decision({ proposal_id: proposal?.id, limit_centavos: 30_000_000n }),
  ).rejects.toThrow(two);
  await expect(decision({ proposal_id: proposal?.id, decided_by: rosa.name })).rejects.toThrow(two);
  const second = await waitingPerson(app);
  await expect(
    decision({ proposal_id: proposal?.id, application_id: second.application }),
  ).rejects.toThrow(two);
  const unnamed = decision({ proposal_id: proposal?.id, two_people_above_centavos: null });
  await expect(unnamed).rejects.toThrow(/credit_decisions_name_the_threshold/);
  await decision({ proposal_id: proposal?.id });
});

test('refuses to load a catalogue whose first limit needs two people', () => {
  const { line } = defaultCatalogue;
  const wrong = { ...defaultCatalogue, line: { ...line, twoPeopleAboveCentavos: 90_000_00 } };
  expect(() => readCatalogue(wrong)).toThrow(
    'a first limit is above twoPeopleAboveCentavos, but the engine grants it without approvers',
  );
});

slow('voids a proposed limit if the borrower withdraws the Facebook consent', async () => {
  const anna = await proposed();
  const before = await app.db
    .selectFrom('credit_applications')
    .select(['borrower_id', 'personal_sealed'])
    .where('id', '=', anna.application)
    .executeTakeFirstOrThrow();
  const personal = JSON.parse(
    app.context.sealer.open(
      'personal',
      before.borrower_id,
      before.personal_sealed ?? Buffer.alloc(0),
    ),
  );
  const linked = JSON.stringify({ ...personal, facebookLink: 'https://www.facebook.com/subok' });
  await app.db
    .updateTable('credit_applications')
    .set({ personal_sealed: app.context.sealer.seal('personal', before.borrower_id, linked) })
    .where('id', '=', anna.application)
    .execute();
  await studies(ben, anna.application);
  expect((await approves(ben, anna.application)).status).toBe(200);
  await anna.client.must(consentWithdraw, { kind: 'facebookPage' });
  await takes(rosa, anna.application);
  expect(
    (await rosa.ask('review confirm', { application: anna.application }, withReason)).wrong,
  ).toContain('the application has changed since');
});
