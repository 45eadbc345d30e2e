// A person in the middle of the credit form: the steps before it made by the calls that a browser
// makes.
import type { Page } from '@playwright/test';
import { submitContactsAndWork, submitPersonal } from '@sandali/server/sandbox/credit-life.ts';
import { keepIncome, signedUp } from '../life/by-calls.ts';
import { loggedIn } from '../life/session.ts';

/**
 * Signs somebody up who has answered the steps before `at`, and opens that step in the browser.
 * `nth` (0 to 49) must be the caller's own: it makes the number.
 */
export async function openStep(
  page: Page,
  origin: string,
  nth: number,
  at: 'personal' | 'contacts' | 'identity',
): Promise<void> {
  const person = {
    phone: `917 555 ${8400 + nth}`,
    password: 'tagong-salita-7',
    first: 'Mayumi',
    last: 'Halimbawa',
  };
  const life = await signedUp(origin, person, nth);
  if (at === 'personal') await keepIncome(life);
  else await submitPersonal(life);
  if (at === 'identity') await submitContactsAndWork(life);
  await loggedIn(
    page,
    life,
    { personal: '/credit', contacts: '/creditContract', identity: '/creditFile' }[at],
  );
}
