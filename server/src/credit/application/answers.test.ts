// Tests the search for places, and applications by borrowers without a job.
import {
  basicSave,
  contactSave,
  creditQuery,
  identitySave,
  workSave,
} from '@sandali/contract/credit.ts';
import { exampleWork, noJob } from '@sandali/contract/exampleAnswers.ts';
import { district } from '@sandali/contract/place.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { creditStatusOf, exportPersonalData } from '#/credit/credit.ts';
import { contacts, creditTestContext, personal, place } from '#/credit/testing.ts';
import { dataOf } from '#/testing/context.ts';

const { ask, person, identity, reviewed, clocks, app } = await creditTestContext();
const { db } = app;
const statusOf = async (borrowerId: string) => await creditStatusOf(db, borrowerId, clocks.now());

test('lists provinces, cities and barangays, and refuses unknown codes', async () => {
  const anna = await person();
  expect(dataOf(await ask(anna, district, { level: 'provinces' })).places.length).toBeGreaterThan(
    80,
  );
  const { places } = dataOf(
    await ask(anna, district, { level: 'cities', provinceCode: place.provinceCode }),
  );
  expect(places.map(({ code }) => code)).toContain(place.cityCode);
  const barangays = dataOf(
    await ask(anna, district, { level: 'barangays', cityCode: place.cityCode }),
  ).places;
  expect(barangays.map(({ code }) => code)).toContain(place.barangayCode);
  expect((await ask(anna, district, { level: 'cities', provinceCode: '0000000000' })).name).toBe(
    'placeUnknown',
  );
  expect((await ask(anna, district, { level: 'barangays', cityCode: '0000000000' })).name).toBe(
    'placeUnknown',
  );
});

test('finds places by common spellings, with their parent places', async () => {
  const anna = await person();
  const findsPlaces = async (words: string, within?: string) =>
    dataOf(await ask(anna, district, { level: 'found', words, within })).places;
  const metroManila = { code: '1300000000', name: 'Metro Manila' };
  const region = { code: '1300000000', name: 'National Capital Region (NCR)' };
  expect(await findsPlaces('QC')).toEqual([
    { code: '1381300000', name: 'Quezon City', above: [region, metroManila] },
  ]);
  expect(
    (await findsPlaces('quezon')).slice(0, 2).map(({ name, above }) => [name, above?.at(-1)?.name]),
  ).toEqual([
    ['Quezon', 'Region IV-A (CALABARZON)'],
    ['Quezon City', 'Metro Manila'],
  ]);
  const [first] = await findsPlaces('brgy bagumbayan', '1381300000');
  expect(first).toMatchObject({
    name: 'Bagumbayan',
    above: [region, metroManila, { code: '1381300000', name: 'Quezon City' }],
  });
  expect(await findsPlaces('bagumbayan', '0000000000')).toEqual([]);
});

slow('a pensioner must fill in all job fields or none', async () => {
  const anna = await person();
  dataOf(await ask(anna, basicSave, personal));
  dataOf(await ask(anna, contactSave, { contacts }));
  const pensioner = {
    ...exampleWork,
    ...noJob,
    employmentType: 'pensioner',
    fundSource: 'pension',
  } as const;
  dataOf(await ask(anna, workSave, pensioner));
  expect(dataOf(await ask(anna, creditQuery, {})).work).toEqual({
    ...pensioner,
    asksPerson: false,
  });
  for (const half of [{ employer: 'SSS' }, { position: 'Clerk' }, { address: '1 Rizal St.' }])
    expect((await ask(anna, workSave, { ...pensioner, ...half })).name).toBe('inputInvalid');
  expect((await ask(anna, workSave, { ...pensioner, employmentType: 'private' })).name).toBe(
    'inputInvalid',
  );
  expect(dataOf(await ask(anna, creditQuery, {})).work).toEqual({
    ...pensioner,
    asksPerson: false,
  });
  dataOf(await ask(anna, identitySave, await identity(anna)));
  await reviewed();
  expect((await statusOf(anna.borrowerId)).state).toBe('approved');
  const { applications } = await exportPersonalData(app, db, anna.borrowerId, clocks.now());
  expect(applications[0]?.work).toMatchObject({ employer: null, address: null });
});
