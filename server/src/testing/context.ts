// An app context on a separate database with manual clocks, for tests without the whole app.
import { createSecretKey } from 'node:crypto';
import type { AnyCall, DataOf, RefusalOf, RequestOf } from '@sandali/contract/call.ts';
import type { RefusalName } from '@sandali/contract/codes.ts';
import { zPictureCodeId } from '@sandali/contract/id.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import * as v from 'valibot';
import { pictureAnswerOf, sessions } from '#/account/account.ts';
import { accountCalls } from '#/account/calls.ts';
import { createSandboxBank } from '#/adapters/bank/sandbox.ts';
import { createSandboxPush } from '#/adapters/push/sandbox.ts';
import { createSandboxSms } from '#/adapters/sms/sandbox.ts';
import type { AppContext } from '#/context/app-context.ts';
import { type Attribution, type Ctx, pinned, workCtx } from '#/context/ctx.ts';
import { openRules } from '#/context/rules.ts';
import { createSettings } from '#/context/settings.ts';
import { holidaySet } from '#/data/holidays/holidays.ts';
import type { JobPayloads, Queue } from '#/db/queue.ts';
import { type Fresh, freshDatabase } from '#/db/testing.ts';
import { sendNotice } from '#/notifications/jobs.ts';
import { notices } from '#/notifications/notifications.ts';
import { payoutAccountCalls } from '#/payout-accounts/calls.ts';
import { manualClocks } from '#/platform/clock.ts';
import { readConfig } from '#/platform/config.ts';
import { inventedLender } from '#/platform/lender.ts';
import { createMetrics } from '#/platform/metrics.ts';
import { newId, randomBytes } from '#/platform/random.ts';
import { type RefusalValues, Refused } from '#/platform/refuse.ts';
import { createSealer } from '#/platform/seal.ts';
import { ports } from '#/ports.ts';
import { answerServed } from '#/testing/answer.ts';
import { storeSetting } from '#/testing/settings.ts';

/** The result of a call: its data, or the name of its refusal. */
export type CallResult<C> =
  | { name: 'success'; data: DataOf<C> }
  | { name: RefusalOf<C> | RefusalName; values: RefusalValues };

/** A device and its session. */
export type Device = {
  id: string;
  locale: Locale;
  token: string;
  address?: string;
  attribution?: Attribution;
  userAgent?: string;
};
/** A bank at an address without a server, so every request fails. */
const silentBank = createSandboxBank({
  baseUrl: 'http://127.0.0.1:9',
  token: 'none',
  timeoutMs: 1000,
});

/** Opens a context for a test file. `parts` replaces ports. */
export async function testContext(parts: Partial<AppContext> = {}) {
  const fresh: Fresh = await freshDatabase();
  const clocks = manualClocks('2026-04-01T02:00:00Z');
  const [{ db }, sealer] = [fresh.app, createSealer(createSecretKey(randomBytes(32)))];
  const jobs: JobPayloads['notice.send'][] = [];
  const defaults = {
    config: readConfig({ SANDBOX_QUICK_PASSWORDS: '1', SANDBOX_RESEND_SECONDS: '60' }),
    clocks,
    db,
    standby: null,
    metrics: createMetrics(),
    notices,
    ports,
    sealer,
    holidays: holidaySet(),
    rulesOn: await openRules(db),
    settings: createSettings(db, () => clocks.wall().epochMilliseconds, inventedLender),
    bank: silentBank,
    earlierBanks: [],
    sms: [createSandboxSms(db, clocks)],
    push: createSandboxPush(db, clocks, 'BAAA'),
    queue: queueInto(jobs),
    wake: () => {},
  } satisfies Partial<AppContext>;
  const app = { ...defaults, ...parts } as AppContext;
  const set = async (name: string, value: unknown) => {
    await storeSetting(db, name, value, 'test', clocks.wall());
    app.settings.forget();
  };

  const ctxOf = async (device: Device, requestId: string): Promise<Ctx> => ({
    ...workCtx(app),
    ...(await pinned(app)),
    who: device.token
      ? await sessions.borrowerOf(db, {
          token: device.token,
          deviceId: device.id,
          wall: clocks.wall(),
        })
      : null,
    deviceId: device.id,
    locale: device.locale,
    terminal: 'web',
    attribution: device.attribution ?? null,
    userAgent: device.userAgent ?? '',
    requestId,
    address: device.address ?? null,
  });

  /** Makes a call about the account or payout accounts. The same id repeats the same request. */
  async function ask<C extends AnyCall>(
    device: Device,
    call: C,
    input: RequestOf<C>,
    id = newId(clocks.wall()),
  ): Promise<CallResult<C>> {
    const served = [...accountCalls, ...payoutAccountCalls].find(
      (candidate) => candidate.call === (call as unknown as AnyCall),
    );
    if (!served) throw new Error(`no handler serves ${call.path}`);
    const ctx = await ctxOf(device, id);
    try {
      if (call.who === 'borrower' && !ctx.who) throw new Refused('sessionInvalid');
      const data = await answerServed(served, ctx, input);
      return { name: 'success', data: data as DataOf<C> };
    } catch (error) {
      if (error instanceof Refused) return { name: error.refusal, values: error.values };
      throw error;
    }
  }

  /** Sends pending messages, as the worker does. */
  async function deliver(): Promise<void> {
    for (const job of jobs.splice(0)) await sendNotice(workCtx(app), job);
  }

  /** Sends pending messages, then returns the messages to a number, oldest first. */
  async function outbox(phone: string): Promise<string[]> {
    await deliver();
    return await outboxOf(app, phone);
  }

  const pictureFor = (on: Device, digits = '40718') => knownPicture(app, clocks.wall(), on, digits);
  return { fresh, app, clocks, jobs, set, ask, ctxOf, deliver, outbox, pictureFor };
}

/** Returns a queue that holds its messages until a test sends them. */
function queueInto(jobs: JobPayloads['notice.send'][]): Queue {
  return {
    enqueue: async (_tx, _name, payload) => void ('messageId' in payload && jobs.push(payload)),
    async enqueueAll(tx, name, payloads) {
      for (const payload of payloads) await this.enqueue(tx, name, payload);
    },
  };
}

async function outboxOf({ db }: AppContext, phone: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sandbox_messages')
    .select('text')
    .where('phone', '=', phone)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.text);
}

/** Stores a picture code with known digits, because the digits of a drawn picture are random. */
async function knownPicture(
  { db, sealer }: AppContext,
  wall: Temporal.Instant,
  on: Device,
  digits: string,
) {
  const id = v.parse(zPictureCodeId, newId(wall));
  const picture = {
    id,
    device_id: on.id,
    answer_hash: pictureAnswerOf(sealer, id, digits),
    ends_at: wall.add({ minutes: 5 }),
  };
  await db.insertInto('captchas').values(picture).execute();
  return { pictureCodeId: id, digits };
}

/** Returns a new device in a language, without a session. */
export function device(locale: Locale = 'en'): Device {
  return { id: randomBytes(16).toString('base64url'), locale, token: '' };
}

/** Returns the data of a result. @throws if the call was refused. */
export function dataOf<C>(result: CallResult<C>): DataOf<C> {
  if (result.name !== 'success') throw new Error(`refused: ${result.name}`);
  return (result as { data: DataOf<C> }).data;
}
