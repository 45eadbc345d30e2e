import type { Page } from '@playwright/test';
import { submitContactsAndWork, submitPersonal } from '@sandali/server/sandbox/credit-life.ts';
import { saveIncomeDraft, signUpPerson } from '../life/by-calls.ts';
import { openLoggedIn } from '../life/session.ts';

/**
 * Signs a person up by calls, completes the steps before `at`, and opens that step in the browser.
 * No other caller may use the same `nth` (0 to 49), which determines the phone number.
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
  const life = await signUpPerson(origin, person, nth);
  if (at === 'personal') await saveIncomeDraft(life);
  else await submitPersonal(life);
  if (at === 'identity') await submitContactsAndWork(life);
  await openLoggedIn(
    page,
    life,
    { personal: '/credit', contacts: '/creditContract', identity: '/creditFile' }[at],
  );
}
