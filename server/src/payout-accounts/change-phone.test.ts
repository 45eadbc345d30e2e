// Changing an account's phone number (spec §2, A-09): the proofs that each method requires.
import { codeSms, logonRegister } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { RequestOf } from '@sandali/contract/call.ts';
import { hourMs } from '@sandali/contract/day.ts';
import { changePassword } from '@sandali/contract/newPassword.ts';
import { changePhone, changePhoneQuery } from '@sandali/contract/phoneChange.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { describe, expect, test } from 'vitest';
import { prepareChangePhone, changePhone as runChangePhone } from '#/account/change-phone.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Person } from '#/credit/testing.ts';
import { inTx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import { dataOf, device } from '#/testing/context.ts';
import {
  byCodes,
  byId,
  type Input,
  idNumberOf,
  password,
  phoneTestContext,
  wrong,
} from './testing.ts';

const {
  ask,
  ctxOf,
  person,
  codeFor,
  clocks,
  app,
  outbox,
  pictureFor,
  set,
  newNumber,
  applicant,
  newCode,
  change,
  bothCodes,
  checkSession,
  logIn,
} = await phoneTestContext();
const { db } = app;

describe('a number change by codes to both numbers', () => {
  slow('changes the phone number and notifies both numbers', async () => {
    const who = await applicant();
    const second = device();
    const elsewhere = {
      ...who,
      device: { ...second, token: dataOf(await logIn(who.phone, second)).token },
    };
    const phone = newNumber();
    const done = dataOf(await ask(who, changePhone, await bothCodes(who, phone)));
    expect(done.phoneMasked).toBe(`0${phone.slice(3, 6)} ••• ${phone.slice(-4)}`);
    expect([await checkSession(who), await checkSession(elsewhere)]).toEqual([true, false]);
    expect((await logIn(who.phone)).name).toBe('loginWrong');
    expect((await outbox(who.phone)).at(-1)).toMatch(
      /^Sandali: your account has a new number and no longer uses this one\. .* call us at once: \(02\) 5550 0100$/,
    );
    expect((await outbox(phone)).at(-1)).toMatch(
      /^Sandali: this is now the number of your account\. .*\(02\) 5550 0100$/,
    );
    expect((await logIn(phone)).name).toBe('success');
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('act', '=', 'phoneChanged')
      .where('subject', '=', who.borrowerId)
      .execute();
    expect(rows.map(({ who: by, detail }) => [by, detail])).toEqual([
      ['borrower', { way: 'code' }],
    ]);
    expect(JSON.stringify(rows.map((row) => row.detail))).not.toContain(phone.slice(3));
  });

  slow('keeps the number if a code is wrong, or is for another number or borrower', async () => {
    const [who, other] = [await applicant(), await applicant()];
    const phone = newNumber();
    const old = await codeFor(who, 'oldPhone');
    const fresh = await newCode(who, phone);
    expect(await change(who, byCodes({ ...old, code: wrong(old.code) }, phone, fresh))).toBe(
      'oldCodeWrong',
    );
    expect(await change(who, byCodes(fresh, phone, fresh))).toBe('oldCodeWrong');
    expect(await change(who, byCodes(old, phone, { ...fresh, code: wrong(fresh.code) }))).toBe(
      'codeWrong',
    );
    expect(await change(who, byCodes(old, newNumber(), fresh))).toBe('codeWrong');
    const theirs = await newCode(other, phone);
    expect(await change(who, byCodes(old, phone, theirs))).toBe('codeWrong');
    expect(await checkSession(who)).toBe(true);
    expect((await logIn(who.phone)).name).toBe('success');
    clocks.addMs(6 * 60_000); // wrong attempts no longer count
    expect(await change(who, await bothCodes(who, phone))).toBe('success');
  });

  slow('compares only five of many concurrent guesses at a code', async () => {
    const who = await applicant();
    const phone = newNumber();
    const right = await bothCodes(who, phone);
    const many = await Promise.all(
      Array.from({ length: 12 }, () => change(who, { ...right, code: wrong(right.code) })),
    );
    expect(new Set(many)).toEqual(new Set(['codeWrong', 'oldCodeWrong']));
    const counts = await db
      .selectFrom('code_attempts')
      .select(['purpose', 'tries'])
      .where('phone_hash', '=', app.sealer.hash('phone', phone))
      .execute();
    expect(counts).toEqual([{ purpose: 'newPhone', tries: 5 }]);
    expect(await change(who, right)).toBe('oldCodeWrong');
  });

  slow('sends number-change codes only in a session, even while smsSwitch is off', async () => {
    const who = await applicant();
    for (const purpose of ['oldPhone', 'newPhone'] as const) {
      expect((await ask({ device: device() }, codeSms, { phone: newNumber(), purpose })).name).toBe(
        'sessionInvalid',
      );
    }
    await set('smsSwitch', false);
    const elsewhere = newNumber();
    clocks.addMs(120_000);
    expect((await ask(who, codeSms, { phone: elsewhere, purpose: 'oldPhone' })).name).toBe(
      'success',
    );
    await set('smsSwitch', true);
    expect(await outbox(elsewhere)).toEqual([]);
    expect((await outbox(who.phone)).at(-1)).toContain(
      'your code to change the number of your account',
    );
  });

  test('requires a phone number for a code unless the code is for the old number', async () => {
    const who = await applicant();
    clocks.addMs(120_000);
    expect((await ask(who, codeSms, { purpose: 'oldPhone' })).name).toBe('success');
    for (const purpose of ['newPhone', 'login', 'register', 'reset'] as const)
      await expect(ask(who, codeSms, { purpose })).rejects.toThrow('invalid: phone');
  });

  slow('limits codes to a new number without revealing whether it has an account', async () => {
    const [who, other] = [await applicant(), await applicant()];
    const sent = [];
    for (const phone of [newNumber(), other.phone]) {
      clocks.addMs(2 * hourMs);
      sent.push(
        Object.keys(dataOf(await ask(who, codeSms, { phone, purpose: 'newPhone' }))).join(),
      );
    }
    expect(sent[0]).toBe(sent[1]);
    const phone = newNumber();
    for (let n = 0; n < 2; n += 1) {
      expect((await ask(who, codeSms, { phone, purpose: 'newPhone' })).name).toBe('success');
      clocks.addMs(61_000);
    }
    expect((await ask(who, codeSms, { phone, purpose: 'newPhone' })).name).toBe(
      'pictureCodeNeeded',
    );
    const names = [];
    for (let n = 0; n < 4; n += 1) {
      const pictureCode = await pictureFor(who.device);
      names.push(
        (await ask(who, codeSms, { phone, purpose: 'newPhone', pictureCode } as never)).name,
      );
      clocks.addMs(61_000);
    }
    expect(names).toEqual(['success', 'success', 'success', 'codeBudgetSpent']);
  });
});

describe('a number change by the ID number', () => {
  slow('accepts the ID number in lowercase, with the password and a code', async () => {
    const who = await applicant();
    const phone = newNumber();
    const sms = await newCode(who, phone);
    expect(await change(who, byId(who, phone, sms, { idNumber: 'AB-90' }))).toBe('inputInvalid');
    expect(
      await change(who, byId(who, phone, sms, { idNumber: idNumberOf(who).toLowerCase() })),
    ).toBe('success');
    expect((await logIn(phone)).name).toBe('success');
    expect((await outbox(who.phone)).at(-1)).toContain('your account has a new number');
  });

  slow('reveals a wrong ID number only if the other two proofs are correct', async () => {
    const who = await applicant();
    const phone = newNumber();
    const sms = await newCode(who, phone);
    const idNumber = '0000000AB90';
    expect(await change(who, byId(who, phone, sms, { password: 'ibang salita', idNumber }))).toBe(
      'passwordWrong',
    );
    expect(
      await change(who, byId(who, phone, { ...sms, code: wrong(sms.code) }, { idNumber })),
    ).toBe('codeWrong');
    expect(
      await change(
        who,
        byId(who, phone, sms, { idNumber: idNumberOf(who).slice(-4).padStart(5, '0') }),
      ),
    ).toBe('idNumberWrong');
    expect(await change(who, byId(who, phone, sms, { idNumber }))).toBe('idNumberWrong');
    expect(await change(who, byId(who, phone, sms))).toBe('success');
  });

  test('compares at most five guesses at the ID number in 14 days', async () => {
    const who = await applicant();
    let compared = 0;
    for (let round = 0; round < 3; round += 1) {
      clocks.addMs(6 * 60_000); // wrong attempts no longer count
      const phone = newNumber();
      const sms = await newCode(who, phone);
      const guess = (n: number) =>
        change(who, byId(who, phone, sms, { idNumber: `00000${round}${n}` }));
      const names = await Promise.all([0, 1, 2].map(guess));
      compared += names.filter((name) => name === 'idNumberWrong').length;
      if (round === 2) expect(new Set(names)).toEqual(new Set(['idNumberSpent', 'codeWrong']));
    }
    expect(compared).toBe(5);
    const again = async () => {
      const phone = newNumber();
      return await change(who, byId(who, phone, await newCode(who, phone)));
    };
    clocks.addMs(6 * 60_000);
    expect(await again()).toBe('idNumberSpent');
    clocks.addMs(14 * 24 * hourMs);
    who.device.token = dataOf(await logIn(who.phone, who.device)).token;
    expect(await again()).toBe('success');
  });

  slow('allows ten wrong passwords an hour for number changes and logins together', async () => {
    const who = await applicant();
    const phone = newNumber();
    const sms = await newCode(who, phone);
    const guesses = await Promise.all(
      Array.from({ length: 14 }, () =>
        change(who, byId(who, phone, sms, { password: 'ibang salita' })),
      ),
    );
    expect(guesses.filter((name) => name === 'passwordWrong')).toHaveLength(10);
    expect(guesses.filter((name) => name === 'tooManyRequests')).toHaveLength(4);
    expect(await change(who, byId(who, phone, sms))).toBe('tooManyRequests');
    expect((await logIn(who.phone, who.device)).name).toBe('tooManyRequests');
    // A new device starts a new login count for the number, but the borrower's proofs are counted
    // across all devices.
    const second = device();
    const elsewhere = {
      ...who,
      device: { ...second, token: dataOf(await logIn(who.phone, second)).token },
    };
    expect(await change(elsewhere, byId(who, phone, sms))).toBe('tooManyRequests');
  });

  slow('does not use up a password attempt if the password is correct', async () => {
    const who = await applicant();
    const phone = newNumber();
    const sms = await newCode(who, phone);
    for (let n = 0; n < 4; n += 1)
      expect(await change(who, byId(who, phone, sms, { idNumber: `00000${n}` }))).toBe(
        'idNumberWrong',
      );
    const rows = await db
      .selectFrom('rate_limits')
      .select(['name', 'used'])
      .where('name', 'like', `%:${who.borrowerId}`)
      .where('name', 'not like', 'refusals:%')
      .execute();
    const used = rows.filter(
      ({ name }) => !name.startsWith('pictures:') && !name.startsWith('idNumberTries:'),
    ); // the application used these limits
    expect(used.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: `idNumber:${who.borrowerId}`, used: 4 },
      { name: `password:${who.borrowerId}`, used: 0 },
    ]);
  });

  slow('refuses a password that changed after it was compared', async () => {
    const who = await applicant();
    const phone = newNumber();
    const input = byId(who, phone, await newCode(who, phone));
    const ctx = (await ctxOf(who.device, newId(clocks.wall()))) as BorrowerCtx;
    const prepared = await prepareChangePhone(ctx, db, input as RequestOf<typeof changePhone>);
    dataOf(await ask(who, changePassword, { oldPassword: password, password: 'ulan sa bubong' }));
    await expect(
      inTx(db, (tx) => runChangePhone(ctx, tx, input as RequestOf<typeof changePhone>, prepared)),
    ).rejects.toThrow('passwordWrong');
    expect((await ask(who, changePhoneQuery, {})).name).toBe('success');
    expect(await change(who, { ...input, password: 'ulan sa bubong' } as Input)).toBe('success');
  });

  slow('requires an ID number and a password for a number change by ID number', async () => {
    const anna = await person();
    const phone = newNumber();
    expect(dataOf(await ask(anna, changePhoneQuery, {}))).toMatchObject({
      hasIdNumber: false,
      hasPassword: true,
      possibleOn: null,
    });
    expect(await change(anna, byId(anna, phone, await newCode(anna, phone)))).toBe(
      'idNumberUnknown',
    );
    const ben = { device: device(), phone: newNumber() };
    const opened = dataOf(
      await ask(ben, logonRegister, {
        by: 'code',
        phone: ben.phone,
        ...(await codeFor(ben, 'login')),
        agreementVersion,
      } as never),
    );
    const inside: Person = {
      ...ben,
      device: { ...ben.device, token: opened.token },
      borrowerId: opened.userGid,
    };
    expect(dataOf(await ask(inside, changePhoneQuery, {}))).toMatchObject({ hasPassword: false });
    const next = newNumber();
    expect(await change(inside, byId(inside, next, await newCode(inside, next)))).toBe(
      'passwordWrong',
    );
    expect(await change(inside, await bothCodes(inside, newNumber()))).toBe('success');
  });
});
