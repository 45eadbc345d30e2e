// Answers that are found or left out: places, and a job that somebody has not got.
import {
  basicSave,
  contactSave,
  creditQuery,
  identitySave,
  workSave,
} from '@sandali/contract/credit.ts';
import { exampleWork, noJob } from '@sandali/contract/exampleAnswers.ts';
import { district } from '@sandali/contract/place.ts';
import { expect, test } from 'vitest';
import { creditStatusOf, exportPersonalData } from '#/credit/credit.ts';
import { contacts, creditTestContext, personal, place } from '#/credit/testing.ts';
import { dataOf } from '#/testing/context.ts';

const { ask, person, identity, reviewed, clocks, app } = await creditTestContext();
const { db } = app;
const standing = async (borrowerId: string) => await creditStatusOf(db, borrowerId, clocks.now());

test('places: provinces, cities, barangays; unknown codes are refused', async () => {
  const anna = await person();
  expect(dataOf(await ask(anna, district, { level: 'provinces' })).places.length).toBeGreaterThan(
    80,
  );
  const { places } = dataOf(
    await ask(anna, district, { level: 'cities', provinceCode: place.provinceCode }),
  );
  expect(places.map((one) => one.code)).toContain(place.cityCode);
  const barangays = dataOf(
    await ask(anna, district, { level: 'barangays', cityCode: place.cityCode }),
  ).places;
  expect(barangays.map((one) => one.code)).toContain(place.barangayCode);
  expect((await ask(anna, district, { level: 'cities', provinceCode: '0000000000' })).name).toBe(
    'placeUnknown',
  );
  expect((await ask(anna, district, { level: 'barangays', cityCode: '0000000000' })).name).toBe(
    'placeUnknown',
  );
});

test('places are found by what people type, each with what it lies in', async () => {
  const anna = await person();
  const found = async (words: string, within?: string) =>
    dataOf(await ask(anna, district, { level: 'found', words, within })).places;
  const metroManila = { code: '1300000000', name: 'Metro Manila' };
  const region = { code: '1300000000', name: 'National Capital Region (NCR)' };
  expect(await found('QC')).toEqual([
    { code: '1381300000', name: 'Quezon City', above: [region, metroManila] },
  ]);
  expect(
    (await found('quezon')).slice(0, 2).map((one) => [one.name, one.above?.at(-1)?.name]),
  ).toEqual([
    ['Quezon', 'Region IV-A (CALABARZON)'],
    ['Quezon City', 'Metro Manila'],
  ]);
  const [first] = await found('brgy bagumbayan', '1381300000');
  expect(first).toMatchObject({
    name: 'Bagumbayan',
    above: [region, metroManila, { code: '1381300000', name: 'Quezon City' }],
  });
  expect(await found('bagumbayan', '0000000000')).toEqual([]);
});

test('without a job there is nothing to say of one; half a job, or none of an employee’s, is no answer', async () => {
  const anna = await person();
  dataOf(await ask(anna, basicSave, personal));
  dataOf(await ask(anna, contactSave, { contacts }));
  const given = {
    ...exampleWork,
    ...noJob,
    employmentType: 'pensioner',
    fundSource: 'pension',
  } as const;
  dataOf(await ask(anna, workSave, given));
  expect(dataOf(await ask(anna, creditQuery, {})).work).toEqual({ ...given, asksPerson: false });
  for (const half of [{ employer: 'SSS' }, { position: 'Clerk' }, { address: '1 Rizal St.' }])
    expect((await ask(anna, workSave, { ...given, ...half })).name).toBe('inputInvalid');
  expect((await ask(anna, workSave, { ...given, employmentType: 'private' })).name).toBe(
    'inputInvalid',
  );
  expect(dataOf(await ask(anna, creditQuery, {})).work).toEqual({ ...given, asksPerson: false });
  dataOf(await ask(anna, identitySave, await identity(anna)));
  await reviewed();
  expect((await standing(anna.borrowerId)).state).toBe('approved');
  const { applications } = await exportPersonalData(app, db, anna.borrowerId, clocks.now());
  expect(applications[0]?.work).toMatchObject({ employer: null, address: null });
});
