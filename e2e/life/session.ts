// A phone on which somebody is logged in already, for tests that begin there.
import type { Page } from '@playwright/test';
import { logonRegister, userInfo } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { Client } from '@sandali/server/sandbox/client.ts';
import type { Life } from '@sandali/server/sandbox/life.ts';
import { expect, test } from '../tests/fixture.ts';
import type { Person } from './account.ts';
import { newClient } from './by-calls.ts';
import { knowDevice } from './sandbox.ts';

/** Seeded: has just registered, nothing filled in. Only looked at. */
export const nena: Person = {
  phone: '917 555 4101',
  password: 'kunwari-nena-8',
  first: 'Nena',
  last: 'Bago',
};
/** Seeded: has a credit line, has borrowed nothing. Only looked at. */
export const aprub: Person = {
  phone: '917 555 4102',
  password: 'kunwari-aprub-8',
  first: 'Aprub',
  last: 'Salonga',
};

/** One login of a seeded person serves all tests of a worker, as none of them ends it. */
const logins = new Map<Person, Promise<Client>>();

/**
 * Opens an address on a phone that holds somebody's session: of a person made by calls, whose
 * device the phone then is, or of a seeded person. What the phone keeps is set before its first
 * page loads and not again, so that a log-out holds.
 */
export async function loggedIn(
  page: Page,
  who: Pick<Life, 'client'> | Person,
  address = '/home',
): Promise<void> {
  const client = 'client' in who ? who.client : await seeded(page, who);
  const { userGid } = await client.must(userInfo, {});
  await page.context().addInitScript(
    (kept) => {
      if (!location.protocol.startsWith('http') || localStorage.getItem('deviceId') !== null)
        return;
      for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text);
    },
    { deviceId: client.deviceId, Token: client.token, tokenFlag: '1', userGid },
  );
  await page.goto(address);
  await expect(page.getByRole('heading').first()).toBeVisible();
}

function seeded(page: Page, who: Person): Promise<Client> {
  const login = logins.get(who) ?? logIn(page, who);
  logins.set(who, login);
  return login;
}

async function logIn(page: Page, { phone, password }: Person): Promise<Client> {
  const client = newClient(String(test.info().project.use.baseURL));
  const e164 = `+63${phone.replaceAll(' ', '')}`;
  await knowDevice(page.request, e164, client.deviceId);
  client.token = (
    await client.must(logonRegister, { by: 'password', phone: e164, password, agreementVersion })
  ).token;
  return client;
}
