// The rules and effects of a number change (spec §2, A-09): one change in 14 days, only to a free
// number, and the old number loses all access.
import { codeSms, logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import { basicSave } from '@sandali/contract/credit.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { resetPassword } from '@sandali/contract/newPassword.ts';
import { walletAdd } from '@sandali/contract/payoutAccounts.ts';
import { changePhone, changePhoneQuery } from '@sandali/contract/phoneChange.ts';
import { register } from '@sandali/contract/signUp.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { describe, expect, test } from 'vitest';
import { type Person, personal } from '#/credit/testing.ts';
import { inTx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { whilePasswordsWait } from '#/testing/busy.ts';
import { dataOf, device } from '#/testing/context.ts';
import { startRule } from '#/testing/rules.ts';
import { byCodes, byId, type Input, password, phoneTestContext, wrong } from './testing.ts';

const {
  ask,
  codeFor,
  clocks,
  fresh,
  app,
  outbox,
  newNumber,
  applicant,
  newCode,
  change,
  bothCodes,
  checkSession,
  logIn,
} = await phoneTestContext();
const { db } = app;
const wallet = {
  walletId: 'gcash',
  accountName: 'Ligaya S. Dela Cruz',
  phone: '+639171234567',
} as const;

describe('the limit of one number change in 14 days', () => {
  test('refuses a second change for 14 Manila days and states the first possible day', async () => {
    const who = await applicant();
    clocks.setNow('2026-08-01T15:59:00Z'); // 23:59 in Manila
    const done = dataOf(await ask(who, changePhone, await sameDay(who)));
    expect([done.possibleOn, done.accountsHeldUntil]).toEqual([
      '2026-08-15',
      '2026-08-02T15:59:00.000Z',
    ]);
    expect(dataOf(await ask(who, changePhoneQuery, {})).possibleOn).toBe('2026-08-15');
    clocks.setNow('2026-08-14T15:59:00Z');
    for (const purpose of ['oldPhone', 'newPhone'] as const) {
      const refused = { name: 'phoneChangedLately', values: { on: '15\u00a0Aug\u00a02026' } };
      expect(await ask(who, codeSms, { phone: newNumber(), purpose })).toEqual(refused);
    }
    const invented = { challengeId: newId(clocks.wall()), code: '123456' };
    expect(await change(who, byCodes(invented, newNumber(), invented))).toBe('phoneChangedLately');
    expect(await change(who, byId(who, newNumber(), invented))).toBe('phoneChangedLately');
    clocks.setNow('2026-08-14T16:00:00Z'); // 00:00 of the 15th
    expect(dataOf(await ask(who, changePhoneQuery, {})).possibleOn).toBeNull();
    const moved = { ...who, phone: (await phonesOf(who)).now };
    clocks.setNow('2026-08-14T16:00:00Z');
    expect(await change(moved, await bothCodes(moved, newNumber()))).toBe('success');
  });

  /** Requests codes for a change, then sets the clock back to the time before the request. */
  async function sameDay(who: Person): Promise<Input> {
    const now = clocks.now().toString();
    const input = await bothCodes(who, newNumber());
    clocks.setNow(now);
    return input;
  }

  test('allows only one of two concurrent number changes, even by different methods', async () => {
    const who = await applicant();
    const [first, second] = [newNumber(), newNumber()];
    const old = await codeFor(who, 'oldPhone');
    const inputs = [
      byCodes(old, first, await newCode(who, first)),
      byId(who, second, await newCode(who, second)),
    ];
    const outcomes = await Promise.all(inputs.map((input) => change(who, input)));
    expect(outcomes.toSorted()).toEqual(['phoneChangedLately', 'success']);
    const rows = await db
      .selectFrom('phone_changes')
      .select('number')
      .where('borrower_id', '=', who.borrowerId)
      .execute();
    expect(rows).toEqual([{ number: 1 }]);
  });

  slow('counts no password attempt if the server is too busy to compare the password', async () => {
    const who = await applicant();
    const phone = newNumber();
    const input = byId(who, phone, await newCode(who, phone));
    const turn = { lane: 'session', key: who.borrowerId } as const;
    expect(await whilePasswordsWait(turn, () => change(who, input))).toBe('systemBusy');
    const number = app.sealer.hash('phone', who.phone).toString('hex');
    const names = [`password:${who.borrowerId}`, `login:${number}:${who.device.id}`];
    const counts = db.selectFrom('rate_limits').select('used').where('name', 'in', names);
    expect(await counts.execute()).toEqual([{ used: 0 }, { used: 0 }]);
    expect(await change(who, input)).toBe('success');
  });

  slow('changes the phone number only once if the request is repeated', async () => {
    const who = await applicant();
    const phone = newNumber();
    const input = await bothCodes(who, phone);
    const id = newId(clocks.wall());
    const first = await ask(who, changePhone, input, id);
    expect(first.name).toBe('success');
    expect(await ask(who, changePhone, input, id)).toEqual(first);
    expect(
      (await outbox(who.phone)).filter((text) => text.includes('has a new number')),
    ).toHaveLength(1);
    expect(
      (await outbox(phone)).filter((text) => text.includes('this is now the number')),
    ).toHaveLength(1);
  });

  test('the database allows only one number change in 14 days', async () => {
    const who = await applicant();
    expect(await change(who, await bothCodes(who, newNumber()))).toBe('success');
    const { changed_on: on } = await db
      .selectFrom('phone_changes')
      .select('changed_on')
      .where('borrower_id', '=', who.borrowerId)
      .executeTakeFirstOrThrow();
    const insert = (number: number, days: number) =>
      inTx(fresh.owner.db, async (tx) => {
        const row = {
          borrower_id: who.borrowerId,
          number,
          method: 'code',
          changed_at: clocks.now(),
          old_phone_sealed: Buffer.alloc(1),
        };
        await tx
          .insertInto('phone_changes')
          .values({ ...row, changed_on: on.add({ days }) })
          .execute();
      });
    await expect(insert(1, 14)).rejects.toThrow('phone_changes_pkey');
    await expect(insert(2, 13)).rejects.toThrow('once in 14 days');
    await expect(insert(3, 14)).rejects.toThrow('once in 14 days');
    await expect(inTx(db, (tx) => tx.deleteFrom('phone_changes').execute())).rejects.toThrow(
      'permission denied',
    );
    await insert(2, 14);
  });
});

describe('the new number of a number change', () => {
  test('refuses the account’s current number as its new number before sending a code', async () => {
    const who = await applicant();
    clocks.addMs(120_000);
    expect((await ask(who, codeSms, { phone: who.phone, purpose: 'newPhone' })).name).toBe(
      'phoneSame',
    );
    const invented = { challengeId: newId(clocks.wall()), code: '123456' };
    expect(await change(who, byCodes(invented, who.phone, invented))).toBe('phoneSame');
  });

  slow('reveals that a new number has an account only after a correct code', async () => {
    const [who, other] = [await applicant(), await applicant()];
    const old = await codeFor(who, 'oldPhone');
    const sms = await newCode(who, other.phone);
    expect(await change(who, byCodes(old, other.phone, { ...sms, code: wrong(sms.code) }))).toBe(
      'codeWrong',
    );
    expect(await change(who, byCodes(old, other.phone, sms))).toBe('phoneTaken');
    expect(await checkSession(other)).toBe(true);
    const phone = newNumber();
    clocks.addMs(-60_000);
    expect(await change(who, byCodes(old, phone, await newCode(who, phone)))).toBe('success');
    expect((await logIn(other.phone)).name).toBe('success');
  });

  slow('gives a number to only one of two borrowers who change to it concurrently', async () => {
    const people = [await applicant(), await applicant()];
    const phone = newNumber();
    const inputs: Input[] = [];
    for (const who of people) inputs.push(byId(who, phone, await newCode(who, phone)));
    const outcomes = await Promise.all(people.map((who, n) => change(who, inputs[n] as Input)));
    expect(outcomes.toSorted()).toEqual(['phoneTaken', 'success']);
  });

  slow('allows a contact’s number as the new number, because families share phones', async () => {
    const who = await applicant();
    expect(await change(who, await bothCodes(who, '+639181110001'))).toBe('success');
  });
});

describe('after a number change', () => {
  slow.each(['codes', 'ID number'] as const)(
    'holds new payout accounts for 24 hours after a number change by %s',
    async (way) => {
      const who = await applicant();
      const phone = newNumber();
      const input =
        way === 'codes' ? await bothCodes(who, phone) : byId(who, phone, await newCode(who, phone));
      expect(await change(who, input)).toBe('success');
      expect(await ask(who, walletAdd, wallet)).toEqual({
        name: 'newAccountsHeld',
        values: { hours: 24 },
      });
      clocks.addMs(24 * hourMs);
      expect((await ask(who, walletAdd, { ...wallet, password })).name).toBe('success');
    },
  );

  slow('notifies the old number at any hour, in its holder’s language', async () => {
    const who = await applicant();
    who.device.locale = 'fil';
    who.device.token = dataOf(await logIn(who.phone, who.device)).token;
    const input = await bothCodes(who, newNumber());
    clocks.setNow(`${clocks.now().toString().slice(0, 10)}T19:00:00Z`); // 03:00 in Manila
    expect(await change(who, input)).toBe('success');
    expect((await outbox(who.phone)).at(-1)).toMatch(
      /^Sandali: may bagong number na ang account mo; .*tumawag agad/,
    );
  });

  slow('gives the old number’s next owner a new account', async () => {
    const who = await applicant();
    const elsewhere = { device: device(), phone: who.phone };
    const phone = newNumber();
    const input = byId(who, phone, await newCode(who, phone));
    const open = {
      login: await codeFor(elsewhere, 'login'),
      reset: await codeFor(elsewhere, 'reset'),
    };
    expect(await change(who, input)).toBe('success');
    const login = { by: 'code', phone: who.phone, ...open.login, agreementVersion } as const;
    expect((await ask(elsewhere, logonRegister, login as never)).name).toBe('codeWrong');
    const reset = { phone: who.phone, ...open.reset, password: 'ulan sa bubong' };
    expect((await ask(elsewhere, resetPassword, reset as never)).name).toBe('codeWrong');
    clocks.addMs(2 * hourMs);
    // The next owner's device is one that the borrower used before.
    const next = { device: { ...device(), id: who.device.id }, phone: who.phone };
    const sms = await codeFor(next, 'register');
    const count = await db
      .selectFrom('code_attempts')
      .select('device_id')
      .where('purpose', '=', 'register')
      .where('tries', '=', 0)
      .execute();
    expect(count.map((row) => row.device_id)).toContain(`stranger:${who.device.id}`);
    const entered = dataOf(
      await ask(next, register, {
        phone: who.phone,
        ...sms,
        password: 'bagong salita 7',
        agreementVersion,
      } as never),
    );
    expect(entered.userGid).not.toBe(who.borrowerId);
    const inside: Person = {
      ...next,
      device: { ...next.device, token: entered.token },
      borrowerId: entered.userGid,
    };
    expect(dataOf(await ask(inside, changePhoneQuery, {}))).toMatchObject({
      possibleOn: null,
      hasIdNumber: false,
    });
    expect((await ask(inside, basicSave, personal)).name).toBe('success');
    expect(await checkSession(who)).toBe(true);
  });

  slow('a number change ends the sessions of concurrent logins with the old number', async () => {
    const who = await applicant();
    const elsewhere = Array.from({ length: 4 }, () => device());
    for (const on of elsewhere) expect((await logIn(who.phone, on)).name).toBe('success');
    clocks.addMs(hourMs);
    const input = await bothCodes(who, newNumber());
    const [changed, ...logins] = await Promise.all([
      change(who, input),
      ...elsewhere.map((on) => logIn(who.phone, on)),
    ]);
    expect(changed).toBe('success');
    for (const [n, login] of logins.entries()) {
      if (login.name === 'success') {
        // The login came before the number change, which therefore ended its session.
        const token = login.data.token;
        expect(await checkSession({ ...who, device: { ...elsewhere[n], token } as never })).toBe(
          false,
        );
      } else expect(login.name).toBe('loginWrong');
    }
  });

  slow('a notice held until morning is sent to the new number', async () => {
    const who = await applicant();
    const phone = newNumber();
    const input = await bothCodes(who, phone);
    clocks.setNow(`${clocks.now().toString().slice(0, 10)}T19:00:00Z`);
    const to = { borrowerId: who.borrowerId, phone: who.phone, locale: 'en' } as const;
    await inTx(db, (tx) =>
      app.notices.notify(
        { app, now: clocks.now(), wall: clocks.wall() },
        tx,
        to,
        'reviewApproved',
        { limit: '₱60,000' },
      ),
    );
    await outbox(who.phone); // the worker holds the notice at night
    expect(await change(who, input)).toBe('success');
    const waiting = await db
      .selectFrom('messages')
      .selectAll()
      .where('borrower_id', '=', who.borrowerId)
      .where('kind', '=', 'reviewApproved')
      .execute();
    expect(
      waiting.map((row) => [row.state, app.sealer.open('message phone', row.id, row.to_sealed)]),
    ).toEqual([['held', phone]]);
    expect(waiting[0]?.to_hash.equals(app.sealer.hash('phone', phone))).toBe(true);
  });
});

/** Returns a borrower's stored number, and checks its hash. */
async function phonesOf(who: Person): Promise<{ now: string }> {
  const row = await db
    .selectFrom('borrowers')
    .selectAll()
    .where('id', '=', who.borrowerId)
    .executeTakeFirstOrThrow();
  const now = app.sealer.open('phone', row.id, row.phone_sealed);
  expect(row.phone_hash.equals(app.sealer.hash('phone', now))).toBe(true);
  return { now };
}

slow('a new rules row changes the days between two number changes', async () => {
  const who = await applicant();
  const { possibleOn } = dataOf(await ask(who, changePhone, await bothCodes(who, newNumber())));
  const on = Temporal.PlainDate.from(possibleOn).subtract({ days: 14 });
  await startRule({ owner: fresh.owner, context: app }, 'phoneChangeDays', 20);
  expect(dataOf(await ask(who, changePhoneQuery, {})).possibleOn).toBe(
    String(on.add({ days: 20 })),
  );
  const insert = (days: number) =>
    fresh.owner.db
      .insertInto('phone_changes')
      .values({
        borrower_id: who.borrowerId,
        number: 2,
        method: 'code',
        changed_at: clocks.now(),
        changed_on: on.add({ days }),
        old_phone_sealed: Buffer.alloc(1),
      })
      .execute();
  await expect(insert(19)).rejects.toThrow('once in 20 days');
  await insert(20);
});
