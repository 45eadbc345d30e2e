// A complaint at the desk by keyboard: from the inbox, with a template, to its end.
import { complaintCreate, complaintDetail } from '@sandali/contract/cases.ts';
import { dataQuery } from '@sandali/contract/privacy.ts';
import { newPerson } from '../life/account.ts';
import { signUpPerson } from '../life/by-calls.ts';
import { deskScreen, expectNoFaults, goToRow, openAs } from '../life/desk.ts';
import { shared } from '../places.ts';
import { expect, press, test } from './fixture.ts';

test.use(deskScreen);

test('compliance takes a complaint from the inbox to its end by keyboard', async ({
  page,
  clean,
}) => {
  const { client } = await signUpPerson(shared.origin, newPerson(484), 1784);
  const words = 'Bakit may <b>dagdag</b> na singil?';
  const { complaintId } = await client.must(complaintCreate, {
    kind: 'charges',
    loanId: null,
    payment: null,
    words,
  });
  const key = async (name: string, times = 1) => {
    for (let nth = 0; nth < times; nth += 1) await page.keyboard.press(name);
  };

  await openAs(page, clean, 'coco.compliance', 'Cases');
  await press(page, page.getByRole('link', { name: 'Complaints', exact: true }));
  const row = page.locator(`a[href*="${complaintId}"]`);
  await expect(row).toContainText('Waits to be acknowledged');
  await goToRow(page, row);
  await expectNoFaults(page);

  // The look has a reason, and shows the borrower's words as text.
  const view = page.getByRole('article', { name: 'The open case' });
  const reason = view.getByLabel('Reason');
  await key('Enter');
  await expect(reason).toBeFocused();
  await key('Enter');
  await expect(view.getByRole('list', { name: 'Conversation' })).toContainText(words);
  await expectNoFaults(page);
  await key('t');
  await expect(view).toContainText('RA 11765');
  await expect(view.getByRole('button', { name: 'Release' })).toBeVisible();
  await expect(row).toContainText('yours');

  // The template is in the borrower's language, and is sent only by the person.
  const send = async () => {
    await key('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await key('Tab');
    await key('Enter');
    await expect(dialog).toHaveCount(0);
  };
  await key('r');
  const templates = view.getByRole('region', { name: 'Begin with' });
  await expect(templates.getByRole('button').first()).toBeFocused();
  await expect(templates).toContainText('The borrower reads English.');
  await key('Tab', 2);
  await key('Enter');
  const text = view.getByLabel('Words');
  await expect(text).toBeFocused();
  await expect(text).toHaveValue(/^We checked the charges/);
  await expectNoFaults(page);
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Thank you for asking.');
  await key('Tab', 2);
  await page.keyboard.type('the charges are those signed');
  await send();
  await expect(page.getByText(/is answered/).first()).toBeVisible();
  await expect(row).toContainText('Answered, can be closed');

  // The keys are those of a complaint alone.
  await key('?');
  const keys = page.getByRole('dialog');
  await expect(keys).toContainText('Close a complaint');
  await expect(keys).not.toContainText('recovery');
  await key('Enter');
  await expect(keys).toHaveCount(0);
  await key('c');
  await expect(reason).toBeFocused();
  await page.keyboard.type('nothing is left to do');
  await send();
  await expect(row).toHaveCount(0);

  const { turns } = await client.must(complaintDetail, { complaintId });
  expect(turns.at(-1)).toMatchObject({
    by: 'staff',
    words: expect.stringMatching(
      /^We checked the charges on your bill\..* Thank you for asking\.$/,
    ),
  });
  const looks = (await client.must(dataQuery, {})).looks.map(({ act, reason }) => [act, reason]);
  expect(looks.toReversed()).toEqual([
    ['complaint show', 'Works on the complaint'],
    ['complaint answer', 'the charges are those signed'],
    ['complaint close', 'nothing is left to do'],
  ]);
});
