// One client floods the server with passwords, reads, uploads and refused calls. Its share must be
// bounded, and other clients must still be served.
import { randomBytes, randomUUID } from 'node:crypto';
import * as http from 'node:http';
import { logonRegister, userInfo } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { pictureUpload } from '@sandali/contract/credit.ts';
import { userMulti } from '@sandali/contract/home.ts';
import type { ChallengeId } from '@sandali/contract/id.ts';
import { changePassword } from '@sandali/contract/newPassword.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { dataQuery } from '@sandali/contract/privacy.ts';
import { register } from '@sandali/contract/signUp.ts';
import { type Life, signUp } from '@sandali/server/sandbox/life.ts';
import { newPerson } from '#/person.ts';
import type { Product } from '#/product.ts';
import type { Findings } from '#/test.ts';
import { inTurns, newStranger, siege, tally } from '#/tests/accounts.ts';

type Siege = { product: Product; findings: Findings; thief: Life; others: readonly Life[] };

/** The maximum response time for other clients during the attack. */
const mostMs = 2000;
const thiefFrom = '203.0.113.66';

export const starve = siege(
  'starve',
  'while one client floods the server, the others are still served',
  async (product, findings, { isQuick }) => {
    const person = async (number: number, address: string, isImpatient = false) => {
      const life = newPerson(product, {
        number,
        phone: `+63917557${String(1000 + number)}`,
        address,
        isImpatient,
      });
      await signUp(life);
      return life;
    };
    const thief = await person(0, thiefFrom, true);
    const others = await inTurns(
      Array.from(
        { length: isQuick ? 8 : 25 },
        (_, nth) => () => person(1 + nth, `198.51.100.${1 + nth}`),
      ),
      4,
    );
    const on = { product, findings, thief, others };
    return {
      ...(await byUploads(on)),
      ...(await byReads(on)),
      ...(await byPasswords(on)),
      ...(await byRefusedCalls(on, isQuick ? 1500 : 6000)),
    };
  },
);

/** Repeats other clients' calls during the attack. @returns the slowest response time in ms. */
async function slowestMs(
  works: readonly (() => Promise<unknown>)[],
  atOnce: number,
): Promise<number> {
  const took = await inTurns(
    works.map((work) => async () => {
      const from = performance.now();
      await work();
      return performance.now() - from;
    }),
    atOnce,
  );
  return Math.round(Math.max(...took));
}

async function byPasswords({ findings, thief, others }: Siege) {
  const wrong = Array.from({ length: 60 }, (_, nth) => ({
    oldPassword: `mali ang hula ${nth}`,
    password: 'bagong lihim na salita',
  }));
  const attack = Promise.all(
    wrong.map(async (input) => (await thief.client.ask(changePassword, input)).name),
  );
  const answers: string[] = [];
  const slowest = await slowestMs(
    others.map(({ client, phone, password }) => async () => {
      client.token = '';
      const input = {
        by: 'password',
        phone: phone as MobileNumber,
        password,
        agreementVersion,
      } as const;
      const answer = await client.ask(logonRegister, input);
      if (answer.name === 'success') client.token = answer.data.token;
      answers.push(answer.name);
    }),
    others.length,
  );
  const compared = tally(await attack);
  findings.expect(
    (compared.passwordWrong ?? 0) <= 60 && !compared.success,
    `wrong passwords got ${JSON.stringify(compared)}`,
  );
  findings.expect(
    tally(answers).success === others.length,
    `logins of others got ${JSON.stringify(tally(answers))}`,
  );
  findings.expect(slowest < 4 * mostMs, `another's login took ${slowest} ms`);
  return { loginsOfOthers: answers.length, slowestLoginMs: slowest };
}

async function byReads({ findings, thief, others }: Siege) {
  const home = (life: Life) => () => life.client.must(userMulti, {});
  const quietMs = await slowestMs([thief, ...others].map(home), 1);
  const attack = Promise.all(
    Array.from({ length: 200 }, async () => (await thief.client.ask(dataQuery, {})).name),
  );
  const busyMs = await slowestMs(others.map(home), 1);
  const answers = tally(await attack);
  findings.expect(
    (answers.success ?? 0) > 0 && (answers.success ?? 0) <= 150,
    `reads got ${JSON.stringify(answers)}`,
  );
  findings.expect(
    (answers.systemBusy ?? 0) + (answers.tooManyRequests ?? 0) > 0,
    `200 parallel reads were all served: ${JSON.stringify(answers)}`,
  );
  findings.expect(
    busyMs < mostMs,
    `another's home took ${busyMs} ms beside 200 reads, ${quietMs} ms before`,
  );
  return { homeMs: quietMs, homeBesideReadsMs: busyMs };
}

/**
 * Sends only the start of a large body.
 * @returns the time until the connection closed, and the status, or 0 if there was none
 */
async function trickle(product: Product, token: string): Promise<{ status: number; ms: number }> {
  const from = performance.now();
  const headers = {
    'content-type': 'application/json',
    'content-length': '500000',
    'x-auth-token': token,
    'x-forwarded-for': thiefFrom,
  };
  const request = http.request(`${product.origin}/galaxy${pictureUpload.path}`, {
    method: 'POST',
    headers,
  });
  const drip = setInterval(() => request.write('A'), 500);
  request.write('{"v":1,');
  const status = await new Promise<number>((done) => {
    request.once('response', (answer) => {
      answer.resume();
      done(answer.statusCode ?? 0);
    });
    request.once('error', () => done(0));
  });
  clearInterval(drip);
  request.destroy();
  return { status, ms: Math.round(performance.now() - from) };
}

async function byUploads({ product, findings, thief, others }: Siege) {
  const [fifth, ...accomplices] = others.slice(0, 5) as [Life, ...Life[]];
  const trickled = Promise.all(
    [thief, ...accomplices].map(({ client }) => trickle(product, client.token)),
  );
  // Random bytes are enough, because the server still reads and checks them.
  const bytes = randomBytes(150_000).toString('base64');
  const answers: string[] = [];
  const uploadMs = await slowestMs(
    [
      async () =>
        answers.push((await fifth.client.ask(pictureUpload, { purpose: 'selfie', bytes })).name),
    ],
    1,
  );
  findings.expect(
    answers[0] === 'pictureKindRefused' || answers[0] === 'pictureUnreadable',
    `the fifth upload got ${answers[0]}`,
  );
  findings.expect(uploadMs < mostMs, `the fifth upload took ${uploadMs} ms`);
  const ended = await trickled;
  findings.expect(
    ended.every(({ status }) => status === 408),
    `trickled uploads ended as ${JSON.stringify(ended)}`,
  );
  return { fifthUploadMs: uploadMs, trickledForMs: Math.max(...ended.map(({ ms }) => ms)) };
}

async function byRefusedCalls({ product, findings, others }: Siege, tries: number) {
  const rows = await product.writes();
  const from = performance.now();
  const invented = Array.from({ length: tries }, (_, nth) => async () => {
    const challengeId = randomUUID() as ChallengeId;
    const input = {
      phone: `+63917${String(4_000_000 + nth)}` as MobileNumber,
      challengeId,
      code: '123456',
      password: 'hulaan mo nga ito',
      agreementVersion,
    };
    return (await newStranger(product, thiefFrom).ask(register, input)).name;
  });
  const attack = inTurns(invented, 100);
  const busyMs = await slowestMs(
    others.map((life) => () => life.client.must(userInfo, {})),
    1,
  );
  const answers = tally(await attack);
  const windows = 1 + Math.ceil((performance.now() - from) / 10_000);
  findings.expect(
    (answers.codeWrong ?? 0) <= 600 * windows,
    `one address got ${JSON.stringify(answers)} in ${windows} windows`,
  );
  findings.expect(
    (answers.tooManyRequests ?? 0) > 0,
    `refused calls of one address were not limited: ${JSON.stringify(answers)}`,
  );
  findings.expect(busyMs < mostMs, `another's call took ${busyMs} ms beside refused ones`);
  findings.expect((await product.writes()) === rows, 'refused calls left rows');
  return {
    refusedCalls: tries,
    toldLater: answers.tooManyRequests ?? 0,
    callBesideRefusedMs: busyMs,
  };
}
