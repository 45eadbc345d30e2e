// Attacks on the envelope: replayed, misdirected and altered envelopes, on a product that refuses
// plain bodies.
import { randomBytes } from 'node:crypto';
import { codeSms } from '@sandali/contract/account.ts';
import { allCalls } from '@sandali/contract/all.ts';
import type { KeyList } from '@sandali/contract/init.ts';
import { walletAdd, walletList } from '@sandali/contract/payoutAccounts.ts';
import { newId } from '@sandali/server/platform/random.ts';
import { submitPersonal } from '@sandali/server/sandbox/credit-life.ts';
import { signUp, until } from '@sandali/server/sandbox/life.ts';
import { type Bound, sealFor } from '@sandali/server/testing/seal.ts';
import { newPerson } from '#/person.ts';
import type { Product } from '#/product.ts';
import type { BatteryTest, Context, Findings } from '#/test.ts';
import { attack, inTurns, tally } from './accounts.ts';
import { alterEnvelope, type Wire } from './bend.ts';

type Sent = { bound: Bound; body: string };
type Result = { status: number; code: string; bytes: number };

const plainBytes = 512;
const atOnce = 32;

async function keysOf(product: Product): Promise<KeyList['keys']> {
  const answer = await post(product, {
    bound: { path: '/galaxy/init', token: '', terminal: 'web', locale: 'en' },
    body: '{}',
  });
  return (JSON.parse(answer.text) as { data: { keyList: KeyList } }).data.keyList.keys;
}

async function post(product: Product, { bound, body }: Sent, more: Record<string, string> = {}) {
  const callHeaders = {
    'x-auth-token': bound.token,
    'x-terminal-type': bound.terminal,
    'x-local': bound.locale,
    'x-encrypted': '1',
    ...more,
  };
  const headers = { 'content-type': 'application/json', ...callHeaders };
  const answer = await fetch(product.origin + bound.path, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

async function send(product: Product, sent: Sent, more?: Record<string, string>): Promise<Result> {
  const { status, text } = await post(product, sent, more);
  const code = (JSON.parse(text) as { code?: string }).code ?? 'sealed';
  return { status, code, bytes: Buffer.byteLength(text) };
}

const inside = (body: unknown, deviceId = randomBytes(16).toString('base64url')) =>
  JSON.stringify({ ts: Date.now(), requestId: newId(Temporal.Now.instant()), deviceId, body });

/** Disables the rate limits, which other attacks test. */
const env = { ALLOW_PLAIN: '0', CALLS_OF_SESSION: '1000000', CALLS_OF_NETWORK: '1000000' };

/**
 * How an eavesdropper reuses an envelope: a second time, for another call, or with another token.
 */
const swaps: ((sent: Sent, nth: number, theirs: string) => [Sent, Record<string, string>?])[] = [
  (sent) => [sent],
  ({ bound, body }, nth) => {
    const others = allCalls.filter(
      (call) => `/galaxy${call.path}` !== bound.path && call.path !== '/init',
    );
    return [{ bound: { ...bound, path: `/galaxy${others[nth % others.length]?.path}` }, body }];
  },
  ({ bound, body }, _, theirs) => [
    { bound: { ...bound, token: bound.token === theirs ? '' : theirs }, body },
  ],
  ({ bound, body }) => [
    { bound: { ...bound, token: bound.token ? '' : randomBytes(32).toString('base64url') }, body },
  ],
  ({ bound, body }, nth) => [
    { bound: { ...bound, locale: ['fil', 'vi', 'zh', ''][nth % 4] ?? '' }, body },
  ],
  ({ bound, body }) => [{ bound: { ...bound, terminal: 'native' }, body }],
  ({ bound, body }) => [{ bound: { ...bound, locale: 'fil' }, body }, { 'x-encrypted': '0' }],
  ({ bound, body }) => [
    { bound, body: JSON.stringify({ ...JSON.parse(body), kid: 'k-000000000000' }) },
  ],
];

const replays = attack(
  'replays',
  '2,000 replayed or redirected envelopes have no effect, also after a restart',
  async (product, findings, { isQuick }) => {
    const [key] = await keysOf(product);
    if (!key) throw new Error('the product has no key');
    const owner = newPerson(product, { number: 3, phone: '+639175567103', isSealed: true });
    const thief = newPerson(product, { number: 4, phone: '+639175567104', isSealed: true });
    for (const person of [owner, thief]) await signUp(person);
    await submitPersonal(owner);
    const bound: Bound = {
      path: `/galaxy${walletAdd.path}`,
      token: owner.client.token,
      terminal: 'web',
      locale: 'en',
    };
    const wallet = {
      walletId: 'gcash',
      accountName: `${owner.firstName} ${owner.lastName}`,
      phone: owner.phone,
    };
    const asking: Bound = { ...bound, path: `/galaxy${codeSms.path}`, token: '' };
    const target = '+639175567105';
    const seal = async (at: Bound, body: unknown): Promise<Sent> => ({
      bound: at,
      body: JSON.stringify((await sealFor(key, at, inside(body, owner.client.deviceId))).request),
    });
    const originals = [
      await seal(bound, wallet),
      await seal(asking, { phone: target, purpose: 'register' }),
    ];
    for (const original of originals)
      findings.expect(
        (await send(product, original)).code === 'sealed',
        `${original.bound.path} was refused at first`,
      );
    const effects = async () =>
      (await owner.client.must(walletList, {})).wallets.length +
      (await thief.client
        .ask(walletList, {})
        .then((answer) => (answer.name === 'success' ? answer.data.wallets.length : 0))) +
      (await owner.codesOf(target)).length;
    await until('the code to be sent', async () => (await owner.codesOf(target)).length === 1);
    const before = await effects();
    findings.expect(before === 2, `two envelopes had ${before} effects`);
    const results: Result[] = [];
    const tries = isQuick ? 100 : 2000;
    const batch = async (from: number, to: number) => {
      const works = Array.from({ length: to - from }, (_, at) => async () => {
        const nth = from + at;
        const swap = swaps[nth % swaps.length] as (typeof swaps)[number];
        // Half of the altered envelopes are new, so that the server cannot refuse them as replays.
        const round = Math.floor(nth / swaps.length);
        const isFresh = nth % swaps.length !== 0 && round % 2 === 1;
        const own = isFresh
          ? await seal(bound, { ...wallet, walletId: 'maya' })
          : (originals[Math.floor(round / 2) % 2] as Sent);
        const [sent, more] = swap(own, nth, thief.client.token);
        return await send(product, sent, more);
      });
      results.push(...(await inTurns(works, atOnce)));
    };
    await batch(0, tries / 2);
    await product.killAndStart();
    await batch(tries / 2, tries);
    judge(results, findings);
    const after = await effects();
    findings.expect(after === before, `the replays had ${after - before} effects`);
    return { tries, effects: after - before, ...tally(results.map(({ code }) => code)) };
  },
  env,
);

/** Checks that each envelope got one of the two unencrypted refusals, which have equal lengths. */
function judge(
  results: readonly Result[],
  findings: Findings,
): { accepted: number; broken: number } {
  const accepted = results.filter(({ status }) => status === 200).length;
  const broken = results.filter(({ status }) => status >= 500).length;
  findings.expect(accepted === 0, `${accepted} were accepted`);
  findings.expect(broken === 0, `${broken} caused a server error`);
  const odd = results.filter(
    (result) =>
      result.status === 400 &&
      (!['1001', '1002'].includes(result.code) || result.bytes !== plainBytes),
  );
  findings.expect(odd.length === 0, `${odd.length} got other answers: ${JSON.stringify(odd[0])}`);
  const others = tally(
    results
      .filter(({ status }) => ![200, 400, 413].includes(status))
      .map(({ status }) => String(status)),
  );
  findings.expect(Object.keys(others).length === 0, `other statuses: ${JSON.stringify(others)}`);
  return { accepted, broken };
}

const mutations = attack(
  'mutations',
  '100,000 altered envelopes: none accepted, no server error, one code and one length',
  async (product, findings, context: Context) => {
    const tries = context.isQuick ? 2000 : 100_000;
    const keys = await keysOf(product);
    const [key] = keys;
    if (!key) throw new Error('the product has no key');
    const bound: Bound = { path: '/galaxy/config/query', token: '', terminal: 'web', locale: 'en' };
    const fresh = async () => (await sealFor(key, bound, inside({}))).request as Wire;
    let [good, donor] = [await fresh(), await fresh()];
    findings.expect(
      (await send(product, { bound, body: JSON.stringify(good) })).code === 'sealed',
      'an unaltered envelope was refused',
    );
    const results: Result[] = [];
    const ways: string[] = [];
    const start = performance.now();
    for (let done = 0; done < tries; done += 2000) {
      [good, donor] = [await fresh(), await fresh()];
      const altered = Array.from({ length: Math.min(2000, tries - done) }, () =>
        alterEnvelope(good, donor, context.random),
      );
      const works = altered.map(
        ({ body }) =>
          () =>
            send(product, { bound, body }),
      );
      const answers = await inTurns(works, atOnce);
      for (const [at, answer] of answers.entries())
        if (answer.status === 200) ways.push(altered[at]?.way ?? '');
      results.push(...answers);
    }
    const ms = performance.now() - start;
    const { accepted, broken } = judge(results, findings);
    findings.expect(ways.length === 0, `accepted: ${JSON.stringify(tally(ways))}`);
    findings.expect(
      (await send(product, { bound, body: JSON.stringify(await fresh()) })).code === 'sealed',
      'an unaltered envelope was refused afterwards',
    );
    return {
      tries,
      accepted,
      broken,
      msEach: Math.round((1000 * ms) / tries) / 1000,
      ...tally(results.map(({ code }) => code)),
    };
  },
  env,
);

export const wire: readonly BatteryTest[] = [replays, mutations];
