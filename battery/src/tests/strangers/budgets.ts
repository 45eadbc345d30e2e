// Attackers who own a whole network use up the budget for codes. Account owners must still get
// codes.

import { randomUUID } from 'node:crypto';
import { codeSms } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { ChallengeId } from '@sandali/contract/id.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { register } from '@sandali/contract/signUp.ts';
import { signUp } from '@sandali/server/sandbox/life.ts';
import { newPerson } from '#/person.ts';
import { inTurns, newStranger, siege, tally } from '#/tests/accounts.ts';

/** Numbers with many different prefixes, so that limits per prefix do not stop the attack. */
const numberOf = (nth: number) => `+639${String(170_000_000 + nth * 10_007)}` as MobileNumber;
/** Returns an address in the nth /64 network of one /48 network. */
const homeOf = (nth: number) => `2001:db8:7:${nth.toString(16)}::1`;
const carrierOf = (nth: number) => `2${(0x400 + nth).toString(16)}:db8:7:1::1`;

export const budgets = siege(
  'budgets',
  'after 1,000 code requests from a /48 and from 1,000 carriers, the owner still gets codes',
  async (product, findings, { isQuick }) => {
    const owner = newPerson(product, { number: 5, phone: '+639185567105' });
    await signUp(owner);
    const phone = owner.phone as MobileNumber;
    const tries = isQuick ? 120 : 1000;
    const flood = async (addressOf: (nth: number) => string, from: number) => {
      const works = Array.from({ length: tries }, (_, nth) => async () => {
        const input = { phone: numberOf(from + nth), purpose: 'register' } as const;
        return (await newStranger(product, addressOf(nth)).ask(codeSms, input)).name;
      });
      return tally(await inTurns(works, 100));
    };
    const ofOwner = async (when: string) => {
      const inSession = await owner.client.ask(codeSms, { phone, purpose: 'bankAccount' });
      findings.expect(
        inSession.name === 'success',
        `${when}, the owner in session got ${inSession.name}`,
      );
      const token = owner.client.token;
      owner.client.token = '';
      const onDevice = await owner.client.ask(codeSms, { phone, purpose: 'reset' });
      owner.client.token = token;
      findings.expect(
        onDevice.name === 'success',
        `${when}, the owner on a known device got ${onDevice.name}`,
      );
    };
    const ofSite = await flood(homeOf, 0);
    findings.expect((ofSite.success ?? 0) <= 100, `one /48 got ${ofSite.success} codes`);
    await ofOwner('after one /48');
    const ofCarriers = await flood(carrierOf, tries);
    const sent = (ofSite.success ?? 0) + (ofCarriers.success ?? 0);
    findings.expect(sent <= 800, `strangers got ${sent} codes`);
    await ofOwner('after many carriers');
    const rowsBefore = await product.writes();
    const challengeId = randomUUID() as ChallengeId;
    const refused = await inTurns(
      Array.from({ length: tries }, (_, nth) => async () => {
        const input = {
          phone: numberOf(nth),
          challengeId,
          code: '123456',
          password: 'hulaan mo nga ito',
          agreementVersion,
        };
        return (await newStranger(product, homeOf(nth)).ask(register, input)).name;
      }),
      100,
    );
    findings.expect(
      tally(refused).codeWrong === tries,
      `invented registers were answered ${JSON.stringify(tally(refused))}`,
    );
    const addedRows = (await product.writes()) - rowsBefore;
    findings.expect(addedRows === 0, `${tries} refused registers left ${addedRows} rows`);
    return {
      tries: 3 * tries,
      sentToSite: ofSite.success ?? 0,
      sentToStrangers: sent,
      rowsLeft: addedRows,
    };
  },
  { CALLS_OF_NETWORK: '1000000' }, // `starve` tests this limit.
);
