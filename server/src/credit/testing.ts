// Test helpers for credit and the slices around it: people who make real calls, and the data of an
// application that the engine approves.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { type CodePurpose, codeSms } from '@sandali/contract/account.ts';
import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { AnyCall, RequestInputOf } from '@sandali/contract/call.ts';
import {
  basicSave,
  contactSave,
  identitySave,
  pictureUpload,
  workSave,
} from '@sandali/contract/credit.ts';
import { examplePersonal, exampleWork } from '@sandali/contract/exampleAnswers.ts';
import { register } from '@sandali/contract/signUp.ts';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll } from 'vitest';
import { accountCalls } from '#/account/calls.ts';
import { createDiskFiles } from '#/adapters/files/disk.ts';
import type { AppContext } from '#/context/app-context.ts';
import { workCtx } from '#/context/ctx.ts';
import { claimFiles, openInstallation } from '#/context/installation.ts';
import type { Served } from '#/context/serve.ts';
import { catalogueById } from '#/data/catalogues.ts';
import { barangays, cities, provinces } from '#/data/geography.ts';
import { readConfig } from '#/platform/config.ts';
import { newId, randomBytes } from '#/platform/random.ts';
import { Refused } from '#/platform/refuse.ts';
import { answerServed } from '#/testing/answer.ts';
import { type CallResult, type Device, dataOf, device, testContext } from '#/testing/context.ts';
import { creditCalls } from './calls.ts';
import { reviewDue } from './review/review-due.ts';

export type Person = { device: Device; phone: string; borrowerId: string };

const province = provinces()[3]?.code ?? '';
const city = cities(province)[1]?.code ?? '';
export const place = {
  provinceCode: province,
  cityCode: city,
  barangayCode: barangays(city)[0]?.code ?? '',
};

export const personal = {
  ...examplePersonal,
  bornOn: '1996-02-29',
  ...place,
} satisfies RequestInputOf<typeof basicSave>;

export const contacts = [
  { name: 'Rosa Dela Cruz', phone: '+639181110001', relationship: 'parent' },
  { name: 'Ben Reyes', phone: '+639181110002', relationship: 'colleague' },
  { name: 'Ligaya Dela Cruz', phone: '+639181110003', relationship: 'oneself' },
] satisfies RequestInputOf<typeof contactSave>['contacts'];

export const work = {
  ...exampleWork,
  ...place,
  incomeBand: 'from400to500k',
} satisfies RequestInputOf<typeof workSave>;

/** Returns a unique picture in base64. */
export async function somePicture(): Promise<string> {
  const raw = { width: 8, height: 8, channels: 3 } as const;
  const bytes = await sharp(randomBytes(8 * 8 * 3), { raw })
    .resize(320, 240)
    .jpeg()
    .toBuffer();
  return bytes.toString('base64');
}

/**
 * Returns a test context in the Manila morning with the calls of account, credit and `others`;
 * `more` replaces parts of the app context.
 */
export async function creditTestContext(
  others: readonly Served[] = [],
  more: Partial<AppContext> = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sandali-credit-'));
  const catalogue = catalogueById('default');
  if (!catalogue) throw new Error('the default catalogue is missing');
  const parts = {
    config: readConfig({}),
    catalogue,
    files: await createDiskFiles(folder),
    log: quiet,
    ...more,
  };
  const test = await testContext(parts);
  await claimFiles(
    test.app.files,
    test.app.db,
    await openInstallation(test.app.db, test.clocks.wall()),
  );
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const calls = [...accountCalls, ...creditCalls, ...others];
  const { clocks, app } = test;
  let people = 0;

  /** Makes a call as the router does, and validates input and response against the contract. */
  async function ask<C extends AnyCall>(
    who: { device: Device },
    call: C,
    input: RequestInputOf<C>,
    requestId = newId(clocks.wall()),
  ): Promise<CallResult<C>> {
    const served = calls.find((binding) => binding.call === (call as unknown as AnyCall));
    if (!served) throw new Error(`no handler for ${call.path}`);
    const ctx = await test.ctxOf(who.device, requestId);
    const request = v.safeParse(call.request, input);
    if (!request.success) return { name: 'inputInvalid', values: {} };
    try {
      const data = await answerServed(served, ctx, request.output);
      return { name: 'success', data: v.parse(call.data, data) as never };
    } catch (error) {
      if (error instanceof Refused) return { name: error.refusal, values: error.values };
      throw error;
    }
  }

  /** Requests a code and reads it from the outbox. */
  async function codeFor(
    who: { device: Device; phone: string },
    purpose: CodePurpose,
  ): Promise<{ challengeId: string; code: string }> {
    clocks.addMs(120_000);
    const { challengeId } = dataOf(
      await ask(who, codeSms, {
        phone: who.phone,
        purpose,
        pictureCode: await test.pictureFor(who.device),
      }),
    );
    const code = /\b(\d{6})\b/.exec((await test.outbox(who.phone)).at(-1) ?? '')?.[1] ?? '';
    return { challengeId, code };
  }

  /** Registers a new person with real calls. */
  async function person(on = device()): Promise<Person> {
    people += 1;
    const fresh = { device: on, phone: `+63917${String(2_000_000 + people)}` };
    const proof = await codeFor(fresh, 'register');
    const opened = dataOf(
      await ask(fresh, register, {
        phone: fresh.phone,
        ...proof,
        password: 'kapeng barako 1',
        agreementVersion,
      } as never),
    );
    return {
      phone: fresh.phone,
      device: { ...fresh.device, token: opened.token },
      borrowerId: opened.userGid,
    };
  }

  const papers = papersOf(ask);

  /** Advances the clock until reviews are due, and runs the worker's step once. */
  async function reviewed(): Promise<number> {
    clocks.addMs(60_000);
    return await reviewDue(workCtx(app));
  }

  return { ...test, ...papers, ask, codeFor, person, reviewed };
}

type Ask = <C extends AnyCall>(
  who: Person,
  call: C,
  input: RequestInputOf<C>,
) => Promise<CallResult<C>>;

/** Helpers that upload pictures, save answers, or submit a whole application. */
function papersOf(ask: Ask) {
  async function picture(
    who: Person,
    purpose: 'idFront' | 'selfie',
    bytes?: string,
  ): Promise<string> {
    return dataOf(await ask(who, pictureUpload, { purpose, bytes: bytes ?? (await somePicture()) }))
      .pictureId;
  }

  type Overrides = { personal?: object; contacts?: object[]; work?: object };

  /** Saves the first three steps. */
  async function fill(who: Person, overrides: Overrides = {}): Promise<void> {
    dataOf(await ask(who, basicSave, { ...personal, ...overrides.personal }));
    dataOf(
      await ask(who, contactSave, {
        contacts: (overrides.contacts as typeof contacts) ?? contacts,
      }),
    );
    dataOf(await ask(who, workSave, { ...work, ...overrides.work }));
  }

  /** Returns a request for the last step, with new pictures and a unique ID number. */
  async function identity(
    who: Person,
    overrides: object = {},
  ): Promise<RequestInputOf<typeof identitySave>> {
    return {
      idType: 'umid',
      idNumber: String(100_000_000_000 + Math.trunc(randomBytes(4).readUInt32BE())),
      idExpiresOn: null,
      frontPictureId: await picture(who, 'idFront'),
      selfiePictureId: await picture(who, 'selfie'),
      ...overrides,
    };
  }

  /** Fills and submits an application. */
  async function submitted(
    who: Person,
    overrides: Overrides & { identity?: object } = {},
  ): Promise<void> {
    await fill(who, overrides);
    dataOf(await ask(who, identitySave, await identity(who, overrides.identity)));
  }

  return { picture, fill, identity, submitted };
}

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
