// Opens pages as a person who is already logged in.
import type { Page } from '@playwright/test';
import { userInfo } from '@sandali/contract/account.ts';
import type { Client } from '@sandali/server/sandbox/client.ts';
import { type Life, logIn as logInByPassword } from '@sandali/server/sandbox/life.ts';
import { expect, test } from '../tests/fixture.ts';
import type { Person } from './account.ts';
import { newClient } from './by-calls.ts';
import { knowDevice } from './sandbox.ts';

/** A seeded person who has just registered. Tests must not change this person. */
export const nena: Person = {
  phone: '917 555 4101',
  password: 'kunwari-nena-8',
  first: 'Nena',
  last: 'Bago',
};
/** A seeded person with a credit line and no loan. Tests must not change this person. */
export const aprub: Person = {
  phone: '917 555 4102',
  password: 'kunwari-aprub-8',
  first: 'Aprub',
  last: 'Salonga',
};

/** The tests of a worker share one login per seeded person. They never log out. */
const logins = new Map<Person, Promise<Client>>();

/**
 * Opens an address as a seeded person, or as one created by calls. Stores the session only before
 * the first page, so that the test can log out.
 */
export async function openLoggedIn(
  page: Page,
  who: Pick<Life, 'client'> | Person,
  address = '/home',
): Promise<void> {
  const client = 'client' in who ? who.client : await sharedLogin(page, who);
  const { userGid } = await client.must(userInfo, {});
  await page.context().addInitScript(
    (values) => {
      if (!location.protocol.startsWith('http') || localStorage.getItem('deviceId') !== null)
        return;
      for (const [key, text] of Object.entries(values)) localStorage.setItem(key, text);
    },
    { deviceId: client.deviceId, Token: client.token, tokenFlag: '1', userGid },
  );
  await page.goto(address);
  await expect(page.getByRole('heading').first()).toBeVisible();
}

function sharedLogin(page: Page, who: Person): Promise<Client> {
  const login = logins.get(who) ?? logIn(page, who);
  logins.set(who, login);
  return login;
}

async function logIn(page: Page, { phone, password }: Person): Promise<Client> {
  const client = newClient(String(test.info().project.use.baseURL));
  const e164 = `+63${phone.replaceAll(' ', '')}`;
  await knowDevice(page.request, e164, client.deviceId);
  await logInByPassword({ client, phone: e164, password });
  return client;
}
