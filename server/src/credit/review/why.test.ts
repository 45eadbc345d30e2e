// Tests the explanation of a decision, and who may see which facts.

import { creditQuery, identitySave } from '@sandali/contract/credit.ts';
import { dataExport, dataQuery } from '@sandali/contract/privacy.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { creditTestContext, type Person, somePicture } from '#/credit/testing.ts';
import { readRuleSets, shippedRuleSets } from '#/data/review-rules.ts';
import { privacyCalls } from '#/privacy/calls.ts';
import { testOps } from '#/staff/testing.ts';
import { dataOf } from '#/testing/context.ts';
import { findingsOf, whereListed, wordsOf } from './why.ts';

const { ask, person, picture, identity, fill, submitted, reviewed, app, clocks } =
  await creditTestContext(privacyCalls);
const { db } = app;
const ops = testOps(app);
const [reviewer, support, finance] = [
  await ops.person('reviewer'),
  await ops.person('support'),
  await ops.person('finance'),
];
const reason = 'the borrower asks why, ticket 77';

const applicationsOf = async ({ borrowerId }: Person) =>
  (
    await db
      .selectFrom('credit_applications')
      .select('id')
      .where('borrower_id', '=', borrowerId)
      .orderBy('number')
      .execute()
  ).map((row) => row.id);
const explain = async (who: Person, by = reviewer, reveal = false) => {
  const [application = ''] = await applicationsOf(who);
  return await by.ask('review why', { application }, reveal ? { reason, reveal } : { reason });
};
type Shown = {
  outcome: string;
  rulesVersion: string;
  inputsHash: string;
  findings: { rule: string; words: string; listed: string[]; others: string[] }[];
};
const decisions = async (who: Person, by = reviewer, reveal = false) =>
  (await explain(who, by, reveal)).data.decisions as Shown[];

slow('shows a reviewer other applications with the same picture, device or ID number', async () => {
  const anna = await person();
  const onThis = { ...anna.device, token: '' };
  const bytes = await somePicture();
  await submitted(anna, { identity: { frontPictureId: await picture(anna, 'idFront', bytes) } });
  const [ben, carla, dora] = [await person(onThis), await person(onThis), await person(onThis)];
  for (const who of [ben, carla, dora]) await submitted(who);
  const eva = await person(onThis);
  const of = await identity(eva, { frontPictureId: await picture(eva, 'idFront', bytes) });
  await fill(eva);
  dataOf(await ask(eva, identitySave, of));
  // Store a duplicate ID number, which the app itself would refuse.
  await db
    .updateTable('credit_applications')
    .set({
      id_number_hash: (
        await db
          .selectFrom('credit_applications')
          .select('id_number_hash')
          .where('borrower_id', '=', ben.borrowerId)
          .executeTakeFirstOrThrow()
      ).id_number_hash,
    })
    .where('borrower_id', '=', eva.borrowerId)
    .execute();
  await reviewed();
  const [decision] = await decisions(eva);
  const at = Object.fromEntries(
    (decision?.findings ?? []).map((finding) => [finding.rule, finding]),
  );
  const [[a], [b], [c], [d]] = [
    await applicationsOf(anna),
    await applicationsOf(ben),
    await applicationsOf(carla),
    await applicationsOf(dora),
  ];
  expect(decision?.outcome).toBe('manual');
  expect(at.samePicture).toMatchObject({
    words: 'needs a reviewer: a picture that one other person sent, byte for byte',
    others: [a],
  });
  expect(at.sameIdNumber).toMatchObject({
    words: 'needs a reviewer: the ID number of one other person',
    others: [b],
  });
  expect(at.sameDevice?.words).toBe(
    'needs a reviewer: a device that 4 other people used within 90 days',
  );
  expect(new Set(at.sameDevice?.others)).toEqual(new Set([a, b, c, d]));

  const shownToEva = JSON.stringify([
    dataOf(await ask(eva, creditQuery, {})),
    dataOf(await ask(eva, dataQuery, {})),
    Buffer.from(dataOf(await ask(eva, dataExport, { format: 'json' })).bytes, 'base64').toString(),
  ]);
  for (const secret of [a, b, c, d, 'sameDevice', 'samePicture', 'sameIdNumber', 'screened'])
    expect(shownToEva).not.toContain(secret);
});

slow('`review why` explains a stored decision and adds a row to the trail', async () => {
  const anna = await person();
  await submitted(anna, { work: { employmentType: 'none', fundSource: 'other' } });
  await reviewed();
  const { data } = await explain(anna, support);
  expect(data).toMatchObject({
    person: anna.borrowerId,
    number: 1,
    decisions: [
      {
        number: 1,
        outcome: 'rejected',
        decidedBy: 'review engine',
        reasonGroup: 'income',
        resubmitOn: '2026-04-08',
        rulesVersion: '2026-11',
        inputsHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        screened: { blocklist: null, sanctions: null },
        findings: [
          {
            rule: 'noIncome',
            words: 'refuses: no work, and no other income that a loan could be repaid from',
            others: [],
          },
        ],
      },
    ],
  });
  const row = await ops.lastRow();
  expect(row).toMatchObject({
    who: support.name,
    act: 'ops review why',
    subject: anna.borrowerId,
    reason,
  });
  expect((await explain(anna, finance)).status).toBe(403);
  expect(
    (await support.ask('review why', { application: (await applicationsOf(anna))[0] })).wrong,
  ).toBe('Viewing a person needs a reason.');
  expect((await reviewer.ask('review why', { application: 'one' }, { reason })).status).toBe(422);
});

test('shows a match with a screening list only to reviewers who reveal it', async () => {
  const engineer = await ops.person('engineer');
  const anna = await person();
  const list = `{"list":"blocklist","source":"Invented","date":"2026-04-01"}\n{"phone":"${anna.phone}"}`;
  expect(
    (
      await engineer.ask(
        'screening import',
        { list: 'blocklist', text: list },
        { reason: 'invented' },
      )
    ).status,
  ).toBe(200);
  await submitted(anna);
  await reviewed();
  for (const by of [support, reviewer]) {
    const [decision] = await decisions(anna, by);
    expect(JSON.stringify(decision?.findings)).not.toMatch(/block|sanction|line 2/);
  }
  expect((await explain(anna, support, true)).status).toBe(403);
  const [decision] = await decisions(anna, reviewer, true);
  expect(decision?.findings).toMatchObject([
    {
      rule: 'blocklisted',
      words: 'needs a reviewer: on the blocklist',
      listed: ['blocklist version 1, line 2, by phone'],
    },
  ]);
  expect((await ops.lastRow())?.detail).toMatchObject({ revealed: ['screening'] });
  const answer = JSON.stringify(dataOf(await ask(anna, creditQuery, {})));
  expect(answer).not.toMatch(/block|manualReason|rule/i);
  expect(
    (
      await app.db
        .selectFrom('messages')
        .select('kind')
        .where('borrower_id', '=', anna.borrowerId)
        .execute()
    ).map((row) => row.kind),
  ).not.toContain('reviewRejected');
});

test('a changed answer changes the hash of a decision’s inputs', async () => {
  const anna = await person();
  await submitted(anna, { work: { employmentType: 'none', fundSource: 'other' } });
  await reviewed();
  clocks.addDays(7);
  const [first] = await decisions(anna);
  await submitted(anna, { work: { employmentType: 'none', fundSource: 'allowance' } });
  await reviewed();
  const [, second = ''] = await applicationsOf(anna);
  const answer = await reviewer.ask('review why', { application: second }, { reason });
  const [again] = answer.data.decisions as Shown[];
  expect(again?.inputsHash).not.toBe(first?.inputsHash);
  expect(again?.outcome).toBe('rejected');
  clocks.setNow('2026-04-01T02:00:00Z');
});

test('explains findings of every shipped rule, even older findings without facts', () => {
  const facts = {
    isBelow: true,
    least: 18,
    most: 70,
    phones: 3,
    phonesLeast: 4,
    fields: 2,
    people: 2,
    withinDays: 9,
    count: 2,
    loansCounted: 1,
    isFrontBad: true,
    lines: 1,
  };
  for (const { rules } of readRuleSets(shippedRuleSets)) {
    for (const { id, says } of rules) {
      const words = wordsOf({ rule: id, says, facts });
      expect(words).toMatch(/^(refuses|needs a reviewer|adds to the limit|for information): .{8}/);
      expect(words).not.toMatch(/undefined|NaN/);
      expect(wordsOf({ rule: id, says })).not.toMatch(/undefined|NaN/);
    }
  }
  expect(wordsOf({ rule: 'hairColour', says: 'rejected' })).toBe('refuses: hairColour');
  expect(wordsOf({ rule: 'toString', says: 'manual' })).toBe('needs a reviewer: toString');
  expect(findingsOf({})).toEqual([]);
  expect(whereListed({ rule: 'sanctioned', says: 'manual' })).toEqual([]);
});
