// The calls that the benches measure. Their requests are prepared before a measurement starts.
import { createHash, randomUUID } from 'node:crypto';
import * as path from 'node:path';
import { logonRegister, userInfo } from '@sandali/contract/account.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { complaintList } from '@sandali/contract/cases.ts';
import { voucherList } from '@sandali/contract/coupon.ts';
import { creditQuery } from '@sandali/contract/credit.ts';
import { deviceList } from '@sandali/contract/device.ts';
import { documentList } from '@sandali/contract/document.ts';
import { renewCal } from '@sandali/contract/extension.ts';
import { userMulti } from '@sandali/contract/home.ts';
import {
  billList,
  loanApply,
  paychannelList,
  productCal,
  productList,
} from '@sandali/contract/loan.ts';
import { noticeList } from '@sandali/contract/notifications.ts';
import { passkeyList } from '@sandali/contract/passkey.ts';
import { bankcardList, walletList } from '@sandali/contract/payoutAccounts.ts';
import { repaymentApply, repaymentChannelList } from '@sandali/contract/repayment.ts';
import { configQuery } from '@sandali/contract/settings.ts';
import type { Request as Prepared } from 'autocannon';
import type { Person } from './installation.ts';

export type { Prepared };

const basics = { config: configQuery, home: userMulti, bills: billList, bill: billDetail } as const;
const writes = {
  login: logonRegister,
  quote: productCal,
  apply: loanApply,
  code: repaymentApply,
} as const;
/** Calls that read a borrower's lists. `growth` measures these calls too. */
const lists = {
  products: productList,
  coupons: voucherList,
  payoutWays: paychannelList,
  repaymentWays: repaymentChannelList,
  waysFromBill: renewCal,
  papers: documentList,
  notices: noticeList,
  cases: complaintList,
  bankAccounts: bankcardList,
  wallets: walletList,
  devices: deviceList,
  passkeys: passkeyList,
  profile: userInfo,
  application: creditQuery,
} as const;
const calls = { ...basics, ...writes, ...lists } as const;

export const callNames = [
  'config',
  'login',
  'home',
  'bills',
  'bill',
  'quote',
  'apply',
  'webhook',
] as const;
export const listNames = Object.keys(lists) as (keyof typeof lists)[];
/** Calls whose cost is compared with the limit. */
export type LimitedName = (typeof callNames)[number];
export type CallName = keyof typeof calls | 'webhook';

export const pathOf = (name: CallName) =>
  name === 'webhook' ? '/hooks/sandbox' : `/galaxy${calls[name].path}`;
export const isWrite = (name: CallName) => name === 'webhook' || name in writes;

/** The parts of a quote that a loan application signs. */
export type Quoted = { person: Person; quoteId: string; disclosureHash: string };

/** Returns people from the first third, who only read, so that their rows stay the same. */
export const readersOf = (people: readonly Person[]) =>
  people.slice(1, Math.floor(people.length / 3));
export const borrowersOf = (people: readonly Person[]) =>
  people.slice(Math.floor(people.length / 3));

export const password = 'kunwari-lang-ito-8';

type Written = Exclude<CallName, 'webhook' | 'apply'>;

function inputOf(name: Written, person: Person, agreementVersion: string): object {
  const { borrowerId, phone, loanId, accountId } = person;
  const payout = { amountCentavos: 100_000, channel: 'wallet', accountId };
  if (name === 'login') return { by: 'password', phone, password, agreementVersion };
  if (name === 'bill' || name === 'repaymentWays' || name === 'waysFromBill') return { loanId };
  if (name === 'coupons') return { userGid: borrowerId };
  if (name === 'code') return { loanId, channel: 'sevenEleven', amountCentavos: 50_000 };
  if (name === 'payoutWays') return payout;
  if (name === 'quote') return { ...payout, termDays: 15, voucherId: null };
  return {};
}

export type Writer = {
  /** Prepares one request from each person, in order. Each write has its own request id. */
  requests(name: Written, people: readonly Person[], isSealed: boolean): Promise<Prepared[]>;
  applications(quotes: readonly Quoted[], isSealed: boolean): Promise<Prepared[]>;
};

/** Returns a writer that uses a checkout's client to prepare requests for a server at `origin`. */
export async function openWriter(root: string, origin: string): Promise<Writer> {
  const { createClient } = (await import(
    path.join(root, 'server/src/sandbox/client.ts')
  )) as typeof import('@sandali/server/sandbox/client.ts');
  // A login must name the agreement version of the checkout that receives it.
  const { agreementVersion } = (await import(
    path.join(root, 'contract/src/agreements.ts')
  )) as typeof import('@sandali/contract/agreements.ts');
  let keys: Promise<string> | null = null;

  /** Captures the request that a client would send; only the keys are actually fetched. */
  async function write(name: keyof typeof calls, person: Person, input: object, isSealed: boolean) {
    const written = Promise.withResolvers<Prepared>();
    const client = createClient({
      fetch: async (request) => {
        if (request.url.endsWith('/init')) {
          keys ??= fetch(request).then((answer) => answer.text());
          return new Response(await keys);
        }
        written.resolve(await preparedOf(request, person));
        return Response.json({ code: '0000', message: '', data: null });
      },
      origin,
      deviceId: name === 'login' ? person.loginDeviceId : person.deviceId,
      ...{ newRequestId: () => randomUUID() }, // clients of earlier commits need it
      wallMs: () => Date.now(),
      isPlain: !isSealed,
    });
    client.token = name === 'login' || name === 'config' ? '' : person.token;
    await client.ask({ ...userMulti, path: calls[name].path } as never, input as never);
    return await written.promise;
  }
  return {
    requests: (name, people, isSealed) =>
      Promise.all(
        people.map((person) => {
          return write(name, person, inputOf(name, person, agreementVersion), isSealed);
        }),
      ),
    applications: (quotes, isSealed) =>
      Promise.all(
        quotes.map(({ person, ...quote }) => {
          const input = { ...quote, disclosureRead: true, agreementAccepted: true };
          return write('apply', person, input, isSealed);
        }),
      ),
  };
}

/** Adds the person's own IP address to a request, as a proxy would report it. */
async function preparedOf(request: Request, { borrowerId }: Person): Promise<Prepared> {
  const digest = createHash('sha256').update(borrowerId).digest();
  const headers = Object.fromEntries(request.headers);
  headers['x-forwarded-for'] = `10.${digest[0]}.${digest[1]}.${digest[2]}`;
  delete headers['content-length']; // autocannon writes it
  const body = Buffer.from(await request.arrayBuffer());
  return { method: 'POST', path: new URL(request.url).pathname, headers, body };
}

/** Returns events about a booked payment. The worker queries the bank for each event. */
export function webhooksOf(paymentId: string, token: string, count: number): Prepared[] {
  const headers = { 'content-type': 'application/json', 'x-callback-token': token };
  return Array.from({ length: count }, () => {
    const created = new Date().toISOString();
    const event = { id: `ev-${randomUUID()}`, event: 'payment.received', created };
    const body = JSON.stringify({ ...event, data: { paymentId } });
    return { method: 'POST', path: pathOf('webhook'), headers, body };
  });
}
