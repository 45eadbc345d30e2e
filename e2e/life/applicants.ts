// People whose applications wait for a reviewer.
import {
  sendIdentity,
  submitContactsAndWork,
  submitPersonal,
} from '@sandali/server/sandbox/credit-life.ts';
import type { Life } from '@sandali/server/sandbox/life.ts';
import type { Place } from '../places.ts';
import { newPerson } from './account.ts';
import { signUpPerson } from './by-calls.ts';

/**
 * Returns people who sent the picture of another, so that a reviewer must decide. No other caller
 * may use the numbers from `first` to `first + count`.
 */
export async function applicants(
  { origin }: Pick<Place, 'origin'>,
  first: number,
  count: number,
): Promise<Life[]> {
  const apply = async (nth: number) => {
    const life = await signUpPerson(origin, newPerson(nth), 950 + nth);
    await submitPersonal(life);
    await submitContactsAndWork(life);
    await sendIdentity(life, 950 + first);
    return life;
  };
  await apply(first);
  const all: Life[] = [];
  for (let nth = 1; nth <= count; nth += 1) all.push(await apply(first + nth));
  return all;
}
