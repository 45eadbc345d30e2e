// For tests of recoveries: people who lose their phones, and two reviewers.
import { codeSms } from '@sandali/contract/account.ts';
import { recoveryBegin, recoveryPicture } from '@sandali/contract/recovery.ts';
import { expect } from 'vitest';
import { somePicture } from '#/credit/testing.ts';
import { logIn } from '#/sandbox/life.ts';
import { outbox } from '#/sandbox/store.ts';
import { testOps } from '#/staff/testing.ts';
import { type Person, testApp } from '#/testing/app.ts';

export const ticket = { reason: 'ticket 4471: phone stolen' };
export const idNumberOf = ({ life }: Person) => `9999${String(life.number).padStart(8, '0')}`;
type Client = Person['client'];

/** Returns an app with `count` people who have credit, and two reviewers. */
export async function recoveryTestContext(count: number) {
  const app = await testApp();
  const ops = testOps(app.context);
  const [rosa, pedro] = [await ops.person('reviewer'), await ops.person('reviewer')];
  // Create these first: a review waits until morning, and each code advances the clock by an hour.
  const people: Person[] = [];
  for (let n = 0; n < count; n += 1) people.push(await app.person({ withCredit: true }));
  const nextPerson = async () => {
    const who = people.pop() ?? (await app.person({ withCredit: true }));
    await logIn(who.life);
    return who;
  };
  let numbers = 0;
  const newNumber = () => `+6391899${String(10_000 + ++numbers)}`;

  async function codeFor(
    client: Client,
    phone: string,
    purpose: 'recovery' | 'stopRecovery' | 'login' | 'reset',
    life: Person['life'],
  ) {
    // If codes were recently sent to this number, another code needs a picture code.
    app.clocks.addMs(61 * 60_000);
    const { challengeId } = await client.must(codeSms, { phone, purpose });
    return { challengeId, code: (await life.codesOf(phone)).at(-1) ?? '' };
  }

  /** Returns the messages to a number except codes, newest last. */
  async function textsTo(phone: string): Promise<string[]> {
    await app.work();
    return (await outbox(app.db, phone))
      .map((message) => message.text)
      .filter((text) => !/ your code /.test(text))
      .toReversed();
  }

  /** Begins a recovery of a person's account on another phone. */
  async function begun(
    who: Person,
    of: { phone?: string; idNumber?: string; newPhone?: string; client?: Client } = {},
  ) {
    const { client = app.device(), newPhone = newNumber() } = of;
    const sms = await codeFor(client, newPhone, 'recovery', who.life);
    const input = {
      phone: of.phone ?? who.life.phone,
      idNumber: of.idNumber ?? idNumberOf(who),
      newPhone,
      ...sms,
    };
    return { client, newPhone, answer: await client.ask(recoveryBegin, input), sms };
  }
  async function submitted(who: Person, of: Parameters<typeof begun>[1] = {}) {
    const { client, newPhone, answer } = await begun(who, of);
    const { recoveryId } = answer.data;
    const first = await client.must(recoveryPicture, {
      recoveryId,
      purpose: 'idFront',
      bytes: await somePicture(),
    });
    const second = await client.must(recoveryPicture, {
      recoveryId,
      purpose: 'selfie',
      bytes: await somePicture(),
    });
    return { client, newPhone, recovery: recoveryId as string, first, second };
  }

  const viewAll = async (reviewer: typeof rosa, recovery: string) => {
    expect((await reviewer.ask('recovery show', { recovery }, ticket)).status).toBe(200);
    for (const which of ['front', 'selfie', 'knownFront', 'knownSelfie'])
      expect((await reviewer.ask('recovery pictures', { recovery, which }, ticket)).status).toBe(
        200,
      );
  };
  async function approved(recovery: string) {
    for (const reviewer of [rosa, pedro]) {
      await viewAll(reviewer, recovery);
      expect((await reviewer.ask('recovery approve', { recovery }, ticket)).status).toBe(200);
    }
  }
  const rowOf = async (recovery: string) =>
    await app.db
      .selectFrom('account_recoveries')
      .selectAll()
      .where('id', '=', recovery)
      .executeTakeFirstOrThrow();
  const listed = async () =>
    (await rosa.ask('recovery list')).data.recoveries as {
      recovery: string;
      state: string;
      isLate: boolean;
    }[];
  return {
    app,
    ops,
    rosa,
    pedro,
    nextPerson,
    newNumber,
    codeFor,
    textsTo,
    begun,
    submitted,
    viewAll,
    approved,
    rowOf,
    listed,
  };
}
