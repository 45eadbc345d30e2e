// The calls that are measured, and the requests that make them, byte for byte.
import { createHash, randomUUID } from 'node:crypto';
import * as path from 'node:path';
import { logonRegister, userInfo } from '@sandali/contract/account.ts';
import type * as agreements from '@sandali/contract/agreements.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { complaintList } from '@sandali/contract/cases.ts';
import { voucherList } from '@sandali/contract/coupon.ts';
import { creditQuery } from '@sandali/contract/credit.ts';
import { deviceList } from '@sandali/contract/device.ts';
import { documentList } from '@sandali/contract/document.ts';
import { renewCal } from '@sandali/contract/extension.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { billList, loanApply, paychannelList, productCal, productList } from '@sandali/contract/loan.ts';
import { noticeList } from '@sandali/contract/notifications.ts';
import { passkeyList } from '@sandali/contract/passkey.ts';
import { bankcardList, walletList } from '@sandali/contract/payoutAccounts.ts';
import { repaymentApply, repaymentChannelList } from '@sandali/contract/repayment.ts';
import { configQuery } from '@sandali/contract/settings.ts';
import type * as clients from '@sandali/server/sandbox/client.ts';
import type { Person } from './side.ts';

export const callNames = ['config', 'login', 'home', 'bills', 'bill', 'quote', 'apply', 'webhook'] as const;
/** What the bench of growth reads as well: every list of a borrower, and what leads to one. */
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
export const listNames = Object.keys(lists) as (keyof typeof lists)[];
/** Those, and a code to pay with. */
export const otherNames = [...listNames, 'code'] as const;
/** What is compared with a limit. */
export type LimitedName = (typeof callNames)[number];
export type CallName = LimitedName | (typeof otherNames)[number];

/** What a quote answered: the price that an application takes. */
export type Quoted = { person: Person; quoteId: string; disclosureHash: string };

/** Two thirds of the people borrow while it is measured; the others are read, and stay as they are. */
export const readersOf = (people: readonly Person[]) => people.slice(1, Math.floor(people.length / 3));
export const borrowersOf = (people: readonly Person[]) => people.slice(Math.floor(people.length / 3));

export const paths: Record<Exclude<CallName, 'webhook'>, string> = {
  config: configQuery.path,
  login: logonRegister.path,
  home: userMulti.path,
  bills: billList.path,
  bill: billDetail.path,
  quote: productCal.path,
  apply: loanApply.path,
  code: repaymentApply.path,
  ...(Object.fromEntries(Object.entries(lists).map(([name, { path }]) => [name, path])) as Record<keyof typeof lists, string>),
};
export const pathOf = (name: CallName) => (name === 'webhook' ? '/hooks/sandbox' : `/galaxy${paths[name]}`);
export const isWrite = (name: CallName) => ![...['config', 'home', 'bills', 'bill'], ...listNames].includes(name);

export const password = 'kunwari-lang-ito-8';

/** The input of a call by a person; a login accepts the agreements of the checkout it is sent to. */
function inputOf(
  name: Exclude<CallName, 'webhook' | 'apply'>,
  { borrowerId, phone, loanId, accountId }: Person,
  agreementVersion: string,
): object {
  if (name === 'login') return { by: 'password', phone, password, agreementVersion };
  if (name === 'bill' || name === 'repaymentWays' || name === 'waysFromBill') return { loanId };
  if (name === 'coupons') return { userGid: borrowerId };
  if (name === 'code') return { loanId, channel: 'sevenEleven', amountCentavos: 50_000 };
  if (name === 'payoutWays') return { amountCentavos: 100_000, channel: 'wallet', accountId };
  if (name === 'quote') return { amountCentavos: 100_000, termDays: 15, channel: 'wallet', accountId, voucherId: null };
  return {};
}

export type Writer = {
  /** A request by each of these people, in their order; a write is another write each time. */
  requests(name: Exclude<CallName, 'webhook' | 'apply'>, people: readonly Person[], isSealed: boolean): Promise<Uint8Array[]>;
  applications(quotes: readonly Quoted[], isSealed: boolean): Promise<Uint8Array[]>;
};

/** Writes requests as the client of a checkout does, for a server at `origin`. */
export async function openWriter(root: string, origin: string): Promise<Writer> {
  const { createClient } = (await import(path.join(root, 'server/src/sandbox/client.ts'))) as typeof clients;
  const { agreementVersion } = (await import(path.join(root, 'contract/src/agreements.ts'))) as typeof agreements;
  /** Lets a client make its request and takes it away; only the keys are really asked for. */
  async function written(called: string, person: Person, input: object, isSealed: boolean, isLogin: boolean): Promise<Uint8Array> {
    const taken = Promise.withResolvers<Uint8Array>();
    const client = createClient({
      fetch: async (request) => {
        if (request.url.endsWith('/init')) return new Response(await keysOf(request));
        taken.resolve(await bytesOf(request, person));
        return Response.json({ code: '0000', message: '', data: null });
      },
      origin,
      deviceId: isLogin ? person.loginDeviceId : person.deviceId,
      ...{ newRequestId: () => randomUUID() }, // what the client of an earlier commit asks for
      wallMs: () => Date.now(),
      isPlain: !isSealed,
    });
    client.token = isLogin || called === configQuery.path ? '' : person.token;
    await client.ask({ ...userMulti, path: called } as never, input as never);
    return await taken.promise;
  }
  let keys: Promise<string> | null = null;
  const keysOf = (request: Request) => {
    keys ??= fetch(request).then((answer) => answer.text());
    return keys;
  };
  return {
    requests: (name, people, isSealed) =>
      Promise.all(
        people.map((person) => written(paths[name], person, inputOf(name, person, agreementVersion), isSealed, name === 'login')),
      ),
    applications: (quotes, isSealed) =>
      Promise.all(
        quotes.map(({ person, quoteId, disclosureHash }) =>
          written(loanApply.path, person, { quoteId, disclosureHash, disclosureRead: true, agreementAccepted: true }, isSealed, false),
        ),
      ),
  };
}

/** Each person has a different address, as reported by a proxy. */
async function bytesOf(request: Request, { borrowerId }: Person): Promise<Uint8Array> {
  const digest = createHash('sha256').update(borrowerId).digest();
  const body = Buffer.from(await request.arrayBuffer());
  const headers = [...request.headers].filter(([name]) => name !== 'content-length').map(([name, value]) => `${name}: ${value}\r\n`);
  return http(new URL(request.url).pathname, [...headers, `x-forwarded-for: 10.${digest[0]}.${digest[1]}.${digest[2]}\r\n`], body);
}

function http(at: string, headers: string[], body: Buffer): Uint8Array {
  const head = `POST ${at} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${body.length}\r\n${headers.join('')}\r\n`;
  return new Uint8Array(Buffer.concat([Buffer.from(head), body]));
}

/** Webhooks of one payment that was booked before, each a separate event: each is stored, and the bank is queried again. */
export function webhooksOf(paymentId: string, token: string, count: number): Uint8Array[] {
  const headers = ['content-type: application/json\r\n', `x-callback-token: ${token}\r\n`];
  return Array.from({ length: count }, () => {
    const created = new Date().toISOString();
    const event = { id: `ev-${randomUUID()}`, event: 'payment.received', created, data: { paymentId } };
    return http(pathOf('webhook'), headers, Buffer.from(JSON.stringify(event)));
  });
}
