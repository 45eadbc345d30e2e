// A person in the middle of the credit form: the steps before it made by the calls that a browser makes.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { basicSave, contactSave, district, workSave } from '@sandali/contract/credit.ts';
import { createClient } from '@sandali/server/sandbox/client.ts';
import { type Life, signUp, step } from '@sandali/server/sandbox/life.ts';
import { logInByPassword, type Person } from '../life/account.ts';
import { expect } from '../tests/fixture.ts';

/**
 * Signs somebody up who has answered the steps before `at`, and opens that step in the browser. `nth` (0 to 49) must be the caller's own: it
 * makes the number.
 */
export async function openStep(page: Page, origin: string, nth: number, at: 'contacts' | 'identity'): Promise<void> {
  const person = { phone: `917 555 ${8400 + nth}`, password: 'tagong-salita-7', first: 'Mayumi', last: 'Halimbawa' };
  const life = await begun(origin, person, nth);
  await answerPersonal(life);
  if (at === 'identity') await answerContactsAndWork(life);
  await page.goto('/login');
  await logInByPassword(page, person);
  await page.goto(at === 'contacts' ? '/creditContract' : '/creditFile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function begun(origin: string, person: Person, number: number): Promise<Life> {
  const client = createClient({
    fetch: (request) => fetch(request),
    origin,
    deviceId: randomBytes(16).toString('base64url'),
    newRequestId: () => randomUUID(),
    wallMs: () => Date.now(),
  });
  const phone = `+63${person.phone.replaceAll(' ', '')}`;
  const codesOf = async () => {
    const answer = await fetch(`${origin}/sandbox/api/messages?phone=${encodeURIComponent(phone)}`);
    const { messages } = (await answer.json()) as { messages: { code: string | null }[] };
    return messages.flatMap((one) => one.code ?? []).reverse();
  };
  const { first: firstName, last: lastName, password } = person;
  const life: Life = { client, phone, password, firstName, lastName, number, codesOf, idOf: () => randomUUID() };
  await signUp(life);
  return life;
}

async function somePlace({ client }: Life) {
  const first = (places: { code: string }[]) => String(places[0]?.code);
  const provinceCode = first((await client.must(district, { level: 'provinces' })).places);
  const cityCode = first((await client.must(district, { level: 'cities', provinceCode })).places);
  return { provinceCode, cityCode, barangayCode: first((await client.must(district, { level: 'barangays', cityCode })).places) };
}

async function answerPersonal(life: Life): Promise<void> {
  await step(life, basicSave, {
    firstName: life.firstName,
    middleName: null,
    lastName: life.lastName,
    bornOn: '1994-05-17',
    birthPlace: 'Quezon City',
    nationality: 'Filipino',
    gender: 'female',
    ...(await somePlace(life)),
    address: '7 Kunwari Street',
    maritalStatus: 'single',
    residenceYears: 'from3to5',
    housingType: 'rented',
    education: 'college',
    facebookLink: null,
  });
}

async function answerContactsAndWork(life: Life): Promise<void> {
  const phone = (nth: number) => `+63917555${8500 + life.number * 3 + nth}`;
  const contacts = [
    { name: 'Perla Halimbawa', phone: phone(0), relationship: 'parent' as const },
    { name: 'Jun Halimbawa', phone: phone(1), relationship: 'brother' as const },
    { name: 'Ligaya Kunwari', phone: phone(2), relationship: 'colleague' as const },
  ];
  await step(life, contactSave, { contacts });
  await step(life, workSave, {
    employmentType: 'private',
    employer: 'Kunwari Trading',
    position: 'Bookkeeper',
    workPhone: null,
    ...(await somePlace(life)),
    address: '12 Kunwari Avenue',
    incomeBand: 'over40k',
    payday: 'day15and30',
    servicePeriod: 'from1to3y',
    fundSource: 'salary',
  });
}
