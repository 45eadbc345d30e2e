// Tests how many statements and round trips each call and each webhook takes, and that growing
// tables are read through an index.
import { userInfo } from '@sandali/contract/account.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { complaintCreate, complaintPdf, complaintPicture } from '@sandali/contract/cases.ts';
import { contactSave, pictureUpload, workSave } from '@sandali/contract/credit.ts';
import { documentGet } from '@sandali/contract/document.ts';
import { renewApply, renewCal } from '@sandali/contract/extension.ts';
import { loanApply, paychannelList, productCal, productList } from '@sandali/contract/loan.ts';
import { loanStatement } from '@sandali/contract/loanText.ts';
import { changePassword } from '@sandali/contract/newPassword.ts';
import { walletAdd } from '@sandali/contract/payoutAccounts.ts';
import { planApply, planCal } from '@sandali/contract/plan.ts';
import { refundApply } from '@sandali/contract/refund.ts';
import { repaymentApply } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { workCtx } from '#/context/ctx.ts';
import { contacts, somePicture, work } from '#/credit/testing.ts';
import { counted } from '#/db/counted.testing.ts';
import { explainAll, fullReadsOf, readsOf } from '#/db/plans.testing.ts';
import { newId } from '#/platform/random.ts';
import { addWallet } from '#/sandbox/life.ts';
import { testApp } from '#/testing/app.ts';
import { acceptanceOf } from '#/testing/extensions.ts';
import { requestsOf } from '#/testing/good-requests.ts';
import { hint, moneySteps } from '#/testing/money.ts';
import { somePdf } from '#/testing/some-pdf.ts';

const app = await testApp();
await explainAll(app.owner);
const { debtor, codeFor, pay, bookPayments } = moneySteps(app);

/**
 * Returns Anna, who owes a loan and has one of everything that has an id; Ben, who has a quote; and
 * Carl, who is applying.
 */
async function people() {
  const { anna, accountId, loanId } = await debtor();
  const { repaymentId } = await codeFor(anna, loanId);
  const complaint = { kind: 'charges', loanId, payment: null, words: 'Bakit may dagdag?' } as const;
  const { complaintId } = await anna.client.must(complaintCreate, complaint);
  await anna.client.must(complaintPicture, {
    complaintId,
    bytes: await somePicture(),
    words: 'Ito.',
  });
  await anna.client.must(complaintPicture, { complaintId, bytes: somePdf().toString('base64') });
  const { userGid } = await anna.client.must(userInfo, {});
  const owed = (await anna.client.must(billDetail, { loanId })).bill.currentDue.owedCentavos;
  const ben = await app.person({ withCredit: true });
  const walletId = await addWallet(ben.life);
  const { minimumCentavos: amountCentavos } = await ben.client.must(productList, {});
  const price = { amountCentavos, termDays: 8, channel: 'wallet', accountId: walletId } as const;
  const { quoteId, disclosureHash } = await ben.client.must(productCal, price);
  const ids: Record<string, string> = {
    accountId,
    loanId,
    repaymentId,
    complaintId,
    userGid,
    quoteId,
  };
  return {
    anna,
    ben,
    carl: await app.person(),
    ids,
    amountCentavos,
    walletId,
    disclosureHash,
    owed,
  };
}

/** Returns a caller and an input for each call. Calls that end a session or account come last. */
async function requests() {
  const { anna, ben, carl, ids, amountCentavos, walletId, disclosureHash, owed } = await people();
  const good = requestsOf({
    phone: anna.life.phone,
    amountCentavos,
    walletId,
    nobodys: newId(app.clocks.wall()),
  });
  const { firstName, lastName, phone, password } = anna.life;
  const better = new Map<unknown, object>([
    [productCal, { accountId: walletId }],
    [loanApply, { disclosureHash }],
    [repaymentApply, { amountCentavos: owed }],
    [documentGet, { kind: 'agreement', itemId: undefined }],
    [walletAdd, { accountName: `${firstName} ${lastName}`, phone }],
    [pictureUpload, { bytes: await somePicture() }],
    [complaintPicture, { bytes: await somePicture() }],
    [complaintPdf, { turn: 2 }],
    [contactSave, { contacts }],
    [workSave, work],
    [changePassword, { oldPassword: password }],
  ]);
  const benAsks: unknown[] = [productList, paychannelList, productCal, loanStatement, loanApply];
  const last = [
    '/wallet/delete',
    '/user/device/logoutOthers',
    '/user/changePwd',
    '/user/data/delete',
    '/user/logonout',
  ];
  const place = (path: string) => last.indexOf(path);
  return app.app.served
    .map(({ call }) => {
      const input: Record<string, unknown> = { ...good.get(call) };
      for (const [name, id] of Object.entries(ids)) if (name in input) input[name] = id;
      Object.assign(input, better.get(call));
      const own = benAsks.includes(call) ? ben : call.path.startsWith('/credit') ? carl : anna;
      return { call, input, client: call.who === 'borrower' ? own.client : app.device() };
    })
    .sort(
      (a, b) =>
        Number(a.call.kind === 'write') - Number(b.call.kind === 'write') ||
        place(a.call.path) - place(b.call.path),
    );
}

/** `statements` includes `begin` and `commit` (docs/developers/performance.md). */
type Cost = readonly [outcome: string, statements: number, roundTrips: number];

/**
 * Returns the cost of `ask`, and the growing tables that it scans completely. STATEMENTS=<path>
 * prints the statements of the call with that path for psql.
 */
async function costOf(
  ask: () => Promise<string>,
  path?: string,
): Promise<{ cost: Cost; whole: string[] }> {
  let cost: Cost = ['', 0, 0];
  const reads = await readsOf(app.owner, async () => {
    let outcome = '';
    const { statements, roundTrips, psql } = await counted(async () => {
      outcome = await ask();
    });
    if (path && path === process.env.STATEMENTS) console.info(psql.join('\n'));
    cost = [outcome, statements, roundTrips];
  });
  return { cost, whole: fullReadsOf(reads) };
}

/** Returns the calls that cost more than is listed or have a different outcome. */
function aboveListed(
  costs: Readonly<Record<string, Cost>>,
  listed: Readonly<Record<string, Cost>>,
) {
  return Object.entries(costs).filter(([name, [outcome, statements, roundTrips]]) => {
    const most = listed[name];
    return !most || outcome !== most[0] || statements > most[1] || roundTrips > most[2];
  });
}

slow('every call stays within its listed cost and reads through indexes', async () => {
  const costs: Record<string, Cost> = {};
  const whole: string[] = [];
  for (const { call, input, client } of await requests()) {
    const ask = async () => (await client.ask(call as never, input as never)).name;
    if (call.kind === 'read') await ask();
    const measured = await costOf(ask, call.path);
    costs[call.path] = measured.cost;
    whole.push(...measured.whole.map((read) => `${call.path}: ${read}`));
  }
  expect(whole).toEqual([]);
  expect(aboveListed(costs, calls)).toEqual([]);
  expect(Object.keys(calls).sort()).toEqual(Object.keys(costs).sort());
});

test('a webhook and the booking of its payment stay within their listed cost', async () => {
  const { anna, loanId } = await debtor();
  const { code } = await codeFor(anna, loanId, 100_000);
  const paymentId = await pay(code);
  const webhook = await costOf(async () => {
    await hint(app, 'payment.received', paymentId);
    return 'kept';
  });
  const booking = await costOf(async () => {
    await app.app.steps.find(({ name }) => name === 'inbox')?.run(workCtx(app.context));
    return 'booked';
  });
  expect([...webhook.whole, ...booking.whole]).toEqual([]);
  const costs = { webhook: webhook.cost, booking: booking.cost };
  expect(aboveListed(costs, { webhook: ['kept', 3, 2], booking: ['booked', 23, 18] })).toEqual([]);
});

slow('a successful plan, extension and refund each stay within their listed cost', async () => {
  const [planner, extender, payer] = [await debtor(8), await debtor(8), await debtor(8)];
  await bookPayments(await pay((await codeFor(payer.anna, payer.loanId)).code, 6_500_000));
  await app.addDays(5);
  const { loanId, anna } = planner;
  const { totalCentavos, textHash } = await anna.client.must(planCal, { loanId, count: 2 });
  const { extension } = await extender.anna.client.must(renewCal, { loanId: extender.loanId });
  if (!extension) throw new Error('a bill that is due soon can be extended');
  const wishes = {
    '/loan/plan/cal': () => anna.client.ask(planCal, { loanId, count: 2 }),
    '/loan/plan/apply': () =>
      anna.client.ask(planApply, { loanId, count: 2, totalCentavos, textHash, textRead: true }),
    '/loan/renew/apply': () =>
      extender.anna.client.ask(renewApply, {
        loanId: extender.loanId,
        channel: 'sevenEleven',
        ...acceptanceOf(extension),
      }),
    '/refund/apply': () =>
      payer.anna.client.ask(refundApply, { accountId: payer.accountId, amountCentavos: 100_000 }),
  };
  const costs: Record<string, Cost> = {};
  const whole: string[] = [];
  for (const [path, ask] of Object.entries(wishes)) {
    const measured = await costOf(async () => (await ask()).name);
    costs[path] = measured.cost;
    whole.push(...measured.whole);
  }
  expect(whole).toEqual([]);
  expect(aboveListed(costs, successes)).toEqual([]);
});

/** The cost of each call that succeeds in the test above but is refused in the list `calls`. */
const successes: Readonly<Record<string, Cost>> = {
  '/loan/plan/cal': ['success', 1, 1],
  '/loan/plan/apply': ['success', 15, 12],
  '/loan/renew/apply': ['success', 16, 12],
  '/refund/apply': ['success', 19, 11],
};

/** The cost of each call. A batch's round trips vary, so some limits include a margin. */
const calls: Readonly<Record<string, Cost>> = {
  '/bank/list': ['success', 1, 1],
  '/bankcard/add': ['ownerNameDiffers', 13, 7],
  '/bankcard/delete': ['payoutAccountUnknown', 12, 6],
  '/bankcard/list': ['success', 1, 1],
  '/bill/cancel': ['success', 15, 12],
  '/bill/detail': ['success', 1, 1],
  '/bill/list': ['success', 1, 1],
  '/bill/statement': ['success', 9, 5],
  '/bill/statement/file': ['success', 17, 10],
  '/calendar/reminder/callback': ['success', 8, 5],
  '/calendar/reminder/query': ['success', 1, 1],
  '/code/check': ['codeWrong', 5, 4],
  '/code/pic': ['success', 8, 5],
  '/code/sms': ['success', 18, 6],
  '/complaint/create': ['success', 11, 8],
  '/complaint/detail': ['success', 1, 1],
  '/complaint/list': ['success', 1, 1],
  '/complaint/picture': ['success', 11, 6],
  '/complaint/picture/show': ['success', 2, 2],
  '/complaint/pdf': ['success', 2, 2],
  '/complaint/write': ['success', 9, 5],
  '/config/query': ['success', 0, 0],
  '/credit/basic/save': ['success', 15, 10],
  '/credit/common/save': ['success', 12, 9],
  '/credit/district': ['success', 1, 1],
  '/credit/draft/save': ['success', 9, 6],
  '/credit/emergent/contact': ['success', 15, 11],
  '/credit/idcardpic/save': ['pictureMissing', 17, 10],
  '/credit/query': ['success', 1, 1],
  '/document/check': ['success', 0, 0],
  '/document/get': ['success', 13, 9],
  '/document/list': ['success', 2, 2],
  '/init': ['inputInvalid', 0, 0],
  '/loan/again': ['success', 1, 1],
  '/loan/apply': ['success', 13, 3],
  '/loan/detail': ['success', 1, 1],
  '/loan/paychannel/list': ['success', 1, 1],
  '/loan/plan/apply': ['planTooEarly', 13, 7],
  '/loan/plan/cal': ['planTooEarly', 1, 1],
  '/loan/product/cal': ['success', 8, 3],
  '/loan/product/example': ['success', 0, 0],
  '/loan/product/list': ['success', 1, 1],
  '/loan/renew/apply': ['extensionTooEarly', 12, 6],
  '/loan/renew/cal': ['success', 1, 1],
  '/loan/statement': ['success', 1, 1],
  '/notice/list': ['success', 1, 1],
  '/payee/default': ['success', 9, 6],
  '/picture/replace': ['pictureNotRequested', 14, 8],
  '/picture/upload': ['success', 8, 5],
  '/refund/apply': ['refundTooMuch', 15, 7],
  '/refund/query': ['success', 1, 1],
  '/register': ['codeWrong', 5, 5],
  '/repayment/apply': ['success', 11, 8],
  '/repayment/channel/list': ['success', 1, 1],
  '/repayment/status': ['success', 1, 1],
  '/user/changePhone': ['oldCodeWrong', 13, 9],
  '/user/changePhone/query': ['success', 4, 4],
  '/user/changePwd': ['success', 17, 9],
  '/user/consent/withdraw': ['success', 9, 6],
  '/user/data/delete': ['deletionOpenLoan', 18, 9],
  '/user/data/export': ['success', 64, 14],
  '/user/data/query': ['success', 38, 10],
  '/user/data/request': ['success', 9, 6],
  '/user/device/list': ['success', 2, 2],
  '/user/device/logoutOthers': ['success', 11, 5],
  '/user/feedback/close': ['success', 7, 4],
  '/user/feedback/list': ['success', 2, 2],
  '/user/feedback/submit': ['success', 8, 5],
  '/user/info': ['success', 1, 1],
  '/user/logonout': ['success', 7, 4],
  '/user/multi': ['success', 1, 1],
  '/user/passkey/add': ['passkeyWrong', 9, 5],
  '/user/passkey/begin': ['passwordNeeded', 12, 6],
  '/user/passkey/challenge': ['sessionInvalid', 4, 4],
  '/user/passkey/list': ['success', 2, 2],
  '/user/passkey/remove': ['passkeyMissing', 9, 5],
  '/user/quota/add/apply': ['quotaTooFewLoans', 16, 10],
  '/user/recovery/begin': ['codeWrong', 6, 5],
  '/user/recovery/picture': ['recoveryUnknown', 3, 3],
  '/user/recovery/query': ['success', 2, 2],
  '/user/recovery/stop': ['sessionInvalid', 4, 4],
  '/user/refuse/dispute': ['disputeNotPossible', 13, 7],
  '/user/refuse/query': ['success', 3, 3],
  '/user/reminder/query': ['success', 1, 1],
  '/user/reminder/save': ['success', 8, 5],
  '/user/resetPwd': ['codeWrong', 5, 5],
  '/user/setPwd': ['passwordAlreadySet', 8, 4],
  '/user/status/query': ['success', 1, 1],
  '/user/trade/pop/check': ['success', 1, 1],
  '/v2/logonRegister': ['codeWrong', 6, 5],
  '/voucher/list': ['success', 1, 1],
  '/wallet/add': ['success', 15, 12],
  '/wallet/delete': ['success', 13, 10],
  '/wallet/list': ['success', 1, 1],
  '/wallet/type': ['success', 1, 1],
};
