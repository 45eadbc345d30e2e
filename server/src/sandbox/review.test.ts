import { creditQuery, identitySave, pictureUpload, workSave } from '@sandali/contract/credit.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { somePicture } from '#/credit/testing.ts';
import { type MovableClocks, movableClocks } from '#/platform/clock.ts';
import { inventedStaff } from '#/staff/seeded.ts';
import { testApp } from '#/testing/app.ts';
import {
  applyForCredit,
  sendIdentity,
  submitContacts,
  submitContactsAndWork,
  submitPersonal,
  workOf,
} from './credit-life.ts';
import { sandboxPage } from './page.ts';

const app = await testApp();
const clocks: MovableClocks = { ...movableClocks(0), ...app.clocks };
const page = sandboxPage({
  context: app.context,
  clocks,
  bank: app.simulator,
  staff: inventedStaff(app.context, []),
});
const headers = { host: 'localhost:8080', origin: 'http://localhost:8080' };
const press = async (fields: Record<string, string>) =>
  (
    await page.request('http://localhost:8080/review', {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
    })
  ).headers.get('location');
const look = async () => await (await page.request('http://localhost:8080/', { headers })).text();

slow.each(['approved', 'rejected'])(
  'an application can be decided only once on the sandbox page (%s)',
  async (outcome) => {
    const { life } = await app.person();
    await applyForCredit(life);
    const text = await look();
    expect(text).toContain(`Approve ${life.firstName} ${life.lastName}`);
    const applicationId = /name="applicationId" value="([0-9a-f-]{36})"/.exec(text)?.[1] ?? '';
    expect(await press({ applicationId, outcome })).toBe(`/sandbox?done=${outcome}#reviews`);
    expect((await life.client.must(creditQuery, {})).state).toBe(outcome);
    expect(await press({ applicationId, outcome })).toBe('/sandbox?done=review.gone#reviews');
    expect(await look()).toContain('No application is waiting.');
    const rows = await app.db
      .selectFrom('audit_log')
      .select('who')
      .where('subject', '=', applicationId)
      .execute();
    expect(rows).toContainEqual({ who: 'sandbox page' });
  },
);

test('the sandbox page accepts only a limit that one reviewer may grant alone', async () => {
  const { life } = await app.person();
  await applyForCredit(life);
  const applicationId =
    /name="applicationId" value="([0-9a-f-]{36})"/.exec(await look())?.[1] ?? '';
  const limited = async (pesos: string) =>
    await press({ applicationId, outcome: 'limited', pesos });
  for (const pesos of ['', '65,000', '160,000', '1e5'])
    expect(await limited(pesos), pesos).toBe('/sandbox?done=review.limit#reviews');
  expect(await limited('₱80,000')).toBe('/sandbox?done=approved#reviews');
  expect((await life.client.must(userMulti, {})).line?.limitCentavos).toBe(80_000_00);
});

slow('approves a low-income applicant only with a reason and for the smallest loan', async () => {
  const { life } = await app.person();
  await submitPersonal(life);
  await submitContacts(life);
  await life.client.must(workSave, {
    ...(await workOf(life)),
    incomeBand: 'from20to40k',
    asksPerson: true,
  });
  await sendIdentity(life);
  await app.work();
  const text = await look();
  expect(text).toContain('needs a reviewer: an income too low for any loan of this product');
  expect(text).toContain('below the share of the income: at most ₱60,000');
  const applicationId = /name="applicationId" value="([0-9a-f-]{36})"/.exec(text)?.[1] ?? '';
  expect(await press({ applicationId, outcome: 'approved' })).toBe(
    '/sandbox?done=review.reason#reviews',
  );
  const reason = 'pension seen';
  expect(await press({ applicationId, outcome: 'limited', pesos: '70000', reason })).toBe(
    '/sandbox?done=review.limit#reviews',
  );
  expect(await press({ applicationId, outcome: 'approved', reason })).toBe(
    '/sandbox?done=approved#reviews',
  );
  expect((await life.client.must(userMulti, {})).line).toMatchObject({
    limitCentavos: 60_000_00,
    borrowableCentavos: 60_000_00,
  });
  const row = await app.db
    .selectFrom('audit_log')
    .select('reason')
    .where('subject', '=', applicationId)
    .where('act', '=', 'creditApproved')
    .execute();
  expect(row).toEqual([{ reason }]);
});

slow('the sandbox page shows which rules fired for pending and decided applications', async () => {
  const [anna, ben] = [await app.person(), await app.person()];
  await applyForCredit(anna.life, 'refusable');
  await app.work();
  const refused = await look();
  expect(refused).toContain('<span class="badge bad">rejected</span>');
  expect(refused).toContain(
    'refuses: no work, and no other income that a loan could be repaid from',
  );
  await submitPersonal(ben.life);
  await submitContactsAndWork(ben.life);
  const bytes = await somePicture();
  const { pictureId: frontPictureId } = await ben.client.must(pictureUpload, {
    purpose: 'idFront',
    bytes,
  });
  const { pictureId: selfiePictureId } = await ben.client.must(pictureUpload, {
    purpose: 'selfie',
    bytes,
  });
  await ben.client.must(identitySave, {
    idType: 'umid',
    idNumber: '999900000777',
    idExpiresOn: null,
    frontPictureId,
    selfiePictureId,
  });
  await app.work();
  const text = await look();
  expect(text).toContain('waits for a person');
  const waiting = text.slice(text.indexOf('waits for a person'), text.indexOf('Recent decisions'));
  expect(waiting).toContain('needs a reviewer: one picture for the ID and for the selfie');
  const applicationId = /name="applicationId" value="([0-9a-f-]{36})"/.exec(text)?.[1] ?? '';
  expect(await press({ applicationId, outcome: 'approved' })).toBe(
    '/sandbox?done=approved#reviews',
  );
  expect((await ben.client.must(creditQuery, {})).state).toBe('approved');
});
