import { type Centavos, centavos, formatPesos, zeroCentavos } from '@sandali/contract/money.ts';
import { html } from 'hono/html';
import { manila } from '#/platform/days.ts';
import type { DeskPayment, DeskPayout, KioskCode } from './bank-desk.ts';
import type { Facts } from './facts.ts';

export const payoutCharacters: readonly (readonly [lastFour: string, what: string])[] = [
  ['0001', 'is refused immediately, because the account is closed'],
  ['0002', 'is paid, but the bank answers with an error'],
  ['0003', 'is paid, but the bank never answers'],
  ['0004', 'is paid, but the connection is cut'],
  ['0005', 'is paid, and the webhook is sent three times and out of order'],
  ['0006', 'is paid, and reversed 3 seconds later'],
  ['0007', 'is accepted, but fails later because the account does not exist'],
  ['0008', 'is paid, but the bank does not find it for 60 seconds'],
  ['0009', 'is paid, but no webhook is sent'],
  ['0010', 'fails at the first attempt, because the bank is busy'],
  ['0011', 'is paid, but the bank answers with an error and does not find it for 60 seconds'],
  ['0012', 'is accepted, and paid two days later'],
  ['0013', 'fails, but is paid an hour later'],
  ['0014', 'fails at the first attempt, because the balance is too low'],
  ['0015', 'is a pickup that is collected just before its cancellation'],
  ['0016', 'is a pickup that is cancelled, but the bank answers with an error'],
  [
    '0017',
    'is a pickup that counts as paid once it is ready, because collections are not reported',
  ],
  ['0018', 'is paid, and returned by the receiving bank at 10:00 on the next working day'],
];

export const paymentCharacters: readonly (readonly [centavos: string, what: string])[] = [
  ['.66', 'the webhook is sent three times'],
  ['.67', 'the webhook is sent 5 seconds late'],
  ['.68', 'no webhook is sent; only the settlement report has the payment'],
];

type Html = ReturnType<typeof html>;

const shownMessages = 5;

const none = (words: string) => html`<p class="empty">${words}</p>`;
const hidden = (name: string, value: string) =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** Formats an instant in Manila time: '21 Nov, 10:04'. */
function whenOf(at: Temporal.Instant): string {
  return at.toLocaleString('en-PH', {
    timeZone: manila,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
}

export function messagesSection({ messages, pushes }: Facts): Html {
  const [newest, older] = [messages.slice(0, shownMessages), messages.slice(shownMessages)];
  return html`<section id="messages"><h2>Messages sent</h2><p>What the SMS gateway would have sent, newest first. From 22:00 to 06:00, everything except codes waits for the morning.</p>
${messages.length === 0 ? none('No messages yet. Request a code in the app, then refresh.') : ''}<ul>${newest.map(messageRow)}</ul>
${older.length === 0 ? '' : html`<details><summary>${older.length} older</summary><ul>${older.map(messageRow)}</ul></details>`}
${pushes.length === 0 ? '' : html`<details><summary>${pushes.length} push notifications</summary><ul>${pushes.map(pushRow)}</ul></details>`}</section>`;
}

function pushRow({ phone, body, sentAt }: Facts['pushes'][number]): Html {
  return html`<li><div><small>${phone} · ${whenOf(sentAt)}</small><span class="quiet">${body}</span></div></li>`;
}

function messageRow({ phone, text, code, sentAt }: Facts['messages'][number]): Html {
  return html`<li><div>${code ? html`<span class="code">${code}</span>` : ''}<small>${phone} · ${whenOf(sentAt)}</small>
<span class="quiet">${text}</span></div></li>`;
}

export function peopleSection({ people }: Facts): Html {
  return html`<section id="people"><h2>People</h2><p>Invented people, created on the first start by the app’s own calls. Logging in on a new device also needs a code, which appears under Messages.</p>
${people.length === 0 ? none('The first start created nobody.') : ''}
<ul>${people.map(
    ({ name, phone, password, story }) => html`<li><div><b>${name}</b><small>${story}</small>
<span class="quiet">Phone <code>${phone}</code><br>Password <code>${password}</code></span></div></li>`,
  )}</ul></section>`;
}

export function staffSection({ staff }: Facts): Html {
  return html`<section id="staff"><h2>Staff</h2><p>Invented staff, who joined as real staff do. Two of a role can propose and confirm.</p>
${staff.length === 0 ? none('The first start created nobody.') : ''}
<ul>${staff.map(({ name, roles }) => html`<li><div><b>${name}</b><small>${roles.join(', ')}</small></div></li>`)}</ul></section>`;
}

export function kioskSection({ bank }: Facts): Html {
  const open = bank?.codes.filter(({ state }) => state === 'open') ?? [];
  return html`<section id="kiosk"><h2>Pay a code</h2><p>You are the kiosk. The bank takes the money and notifies the server.</p>
${bank === null ? none('The bank simulator does not answer.') : open.length === 0 ? none('No code is open. Request one in the app, under Repay.') : ''}
<ul>${open.map(codeRow)}</ul>
<form method="post" action="/sandbox/pay" class="ask"><label>Code<input name="code" required maxlength="40" autocomplete="off"></label>
<label>Amount in pesos<input name="pesos" inputmode="decimal" placeholder="the code’s own" autocomplete="off"></label><button class="main">Pay it</button></form>
${strayForm()}
${reversalForms(bank?.payments ?? [])}
<details><summary>Amounts with special behaviour</summary>${characterTable('Amount ends in', paymentCharacters)}</details></section>`;
}

/** Returns a form for payments with an expired, used or unknown code, or in another currency. */
function strayForm(): Html {
  return html`<details><summary>Payments to invalid codes</summary>
<p class="quiet">Some counters accept money for a code that has expired, is already paid or never existed, or in another currency. Money for one of our codes counts on its day;
other money stays in suspense, under Books, until two staff members assign it to its owner: <code>npm run ops -- suspense list</code>.</p>
<form method="post" action="/sandbox/pay" class="ask">${hidden('taken', 'anyway')}<label>Any code<input name="code" required maxlength="40" autocomplete="off"></label>
<label>Any amount<input name="pesos" inputmode="decimal" required autocomplete="off"></label>
<label>Currency<input name="currency" value="PHP" required pattern="[A-Za-z]{3}" maxlength="3" autocomplete="off"></label><button>Take the money anyway</button></form></details>`;
}

const causes: readonly (readonly [cause: string, words: string])[] = [
  ['reversal', 'the network reverses it'],
  ['chargeback', 'the payer’s bank reverses it'],
  ['refund', 'somebody refunds it at the gateway'],
];
const shownPayments = 10;

/**
 * Returns forms that reverse a payment or part of it, or only send a webhook that claims a
 * reversal.
 */
function reversalForms(payments: readonly DeskPayment[]): Html {
  const reversible = payments
    .filter(({ keptCentavos }) => keptCentavos > 0)
    .slice(0, shownPayments);
  return html`<details><summary>Reverse payments</summary>
<p class="quiet">A payment may be reversed days later. Reverse the rest of one, or part of it. A claim is a webhook that the bank does not confirm.</p>
${reversible.length === 0 ? none('There is no payment to reverse.') : ''}<ul>${reversible.map(reversalForm)}</ul></details>`;
}

function reversalForm({ id, code, keptCentavos, currency, paidAt }: DeskPayment): Html {
  const amount = formatPesos(centavos(keptCentavos));
  const rest = currency === 'PHP' ? amount : `${amount.slice(1)} ${currency}`;
  return html`<li><div><span class="amount">${rest}</span><small>code ${code}, paid ${whenOf(Temporal.Instant.from(paidAt))}</small></div>
<form method="post" action="/sandbox/take-back" class="ask">${hidden('paymentId', id)}
<label>Cause<select name="cause">${causes.map(([cause, words]) => html`<option value="${cause}">${words}</option>`)}</select></label>
<label>Amount in pesos<input name="pesos" inputmode="decimal" placeholder="the whole rest" autocomplete="off"></label>
<button class="main" name="as" value="money" aria-label="Reverse the payment of ${rest} to code ${code}">Reverse</button>
<button name="as" value="claim" aria-label="Only claim a reversal of the payment of ${rest} to code ${code}">Only claim it</button></form></li>`;
}

function codeRow({ code, channel, amountCentavos, endsAt }: KioskCode): Html {
  const amount = amountCentavos === null ? 'any amount' : formatPesos(centavos(amountCentavos));
  const end = endsAt === null ? 'permanent' : `until ${whenOf(Temporal.Instant.from(endsAt))}`;
  return html`<li><div><span class="long">${code}</span><small>${channel} · <span class="amount">${amount}</span> · ${end}</small></div>
${amountCentavos === null ? '' : html`<form method="post" action="/sandbox/pay">${hidden('code', code)}<button class="main">Pay ${amount}</button></form>`}</li>`;
}

export function bankSection({ bank, arePayoutsHeld, areRailsSimulated }: Facts): Html {
  return html`<section id="bank"><h2>Bank</h2><p>The bank’s payouts, newest first. Collect pickups that are ready here, as at the counter. ${
    arePayoutsHeld
      ? 'Payouts are held. A signed loan waits, and its borrower may still cancel it.'
      : 'Hold payouts to see how a signed loan waits.'
  }</p>
<form method="post" action="/sandbox/hold">${hidden('payouts', arePayoutsHeld ? 'go' : 'hold')}<button${arePayoutsHeld ? html` class="main"` : ''}>${arePayoutsHeld ? 'Release payouts' : 'Hold payouts'}</button></form>
<p>${
    areRailsSimulated
      ? 'Payouts up to ₱50,000 go by InstaPay within minutes. Larger ones go by PESONet, which settles at 17:00 on working days; orders from 14:00 on settle the next working day. Move the clock to get there.'
      : 'Payouts of any amount arrive within minutes. In reality, InstaPay carries up to ₱50,000 and PESONet settles larger payouts in batches on working days.'
  }</p>
<form method="post" action="/sandbox/rails">${hidden('rails', areRailsSimulated ? 'off' : 'life')}<button>${areRailsSimulated ? 'Pay everything within minutes' : 'Simulate InstaPay and PESONet'}</button></form>
${bank === null ? none('The bank simulator does not answer.') : bank.payouts.length === 0 ? none('No payouts yet.') : ''}
<ul>${bank?.payouts.slice(0, 20).map(payoutRow) ?? ''}</ul>
<details><summary>Account and mobile numbers with special behaviour</summary>${characterTable('A payout to …', payoutCharacters)}</details></section>`;
}

function payoutRow(payout: DeskPayout): Html {
  const {
    reference,
    accountName,
    accountNumber,
    amountCentavos,
    channel,
    state,
    withdrawalCode,
    rail,
    settlesAt,
  } = payout;
  const tone = state === 'paid' ? 'good' : state === 'failed' || state === 'reversed' ? 'bad' : '';
  return html`<li><div><span class="amount">${formatPesos(centavos(amountCentavos))}</span> <span class="badge ${tone}">${state}</span>
<small>${accountName}, ${channel} …${accountNumber.slice(-4)}${rail ? `, ${railNames[rail] ?? rail}` : ''}${settlesAt ? `, settled ${whenOf(Temporal.Instant.from(settlesAt))}` : ''}${state === 'ready' ? html`, code <code>${withdrawalCode}</code>` : ''}</small></div>
${settlesAt === null ? '' : settleForms(reference, accountName)}
${state === 'ready' ? html`<form method="post" action="/sandbox/collect">${hidden('reference', reference)}<button class="main" aria-label="Collect at the counter for ${accountName}, code ${withdrawalCode ?? ''}">Collect</button></form>` : ''}
${state === 'paid' ? html`<form method="post" action="/sandbox/reverse">${hidden('reference', reference)}<button aria-label="Reverse the payout to ${accountName}">Reverse</button></form>` : ''}</li>`;
}

const railNames: Readonly<Record<string, string>> = { instapay: 'InstaPay', pesonet: 'PESONet' };

function settleForms(reference: string, accountName: string): Html {
  return html`<form method="post" action="/sandbox/settle">${hidden('reference', reference)}
<button class="main" name="as" value="paid" aria-label="Settle the payout to ${accountName} now">Settle now</button><button name="as" value="failed" aria-label="Return the payout to ${accountName}">Return</button></form>`;
}

function characterTable(head: string, rows: readonly (readonly [string, string])[]): Html {
  return html`<table><tr><th scope="col">${head}</th><th scope="col">What happens</th></tr>${rows.map(
    ([ending, what]) => html`<tr><td><code>${ending}</code></td><td>${what}</td></tr>`,
  )}</table>`;
}

export function reviewsSection({ reviews, decided }: Facts): Html {
  return html`<section id="reviews"><h2>Reviews waiting</h2><p>The review decides automatically at the time shown. You may decide earlier.</p>
${reviews.length === 0 ? none('No application is waiting.') : ''}<ul>${reviews.map(reviewRow)}</ul>
${decided.length === 0 ? '' : html`<details><summary>Recent decisions, and why</summary><ul>${decided.map(decidedRow)}</ul></details>`}</section>`;
}

function reviewRow({
  applicationId,
  who,
  dueAt,
  reasons,
  grantable,
}: Facts['reviews'][number]): Html {
  const isBelow = grantable?.isBelowShare === true;
  const pesos = (amount: Centavos = zeroCentavos) => formatPesos(amount, { drop00: true });
  const [usual, most] = [pesos(grantable?.usualCentavos), pesos(grantable?.mostCentavos)];
  const note = isBelow
    ? `below the share of the income: at most ${most}, with a stored reason`
    : `the income supports at most ${most}`;
  const reason = isBelow ? 'why it can be repaid' : 'stored in the trail';
  return html`<li><div>${who}<small>${dueAt ? `automatic at ${whenOf(dueAt)}` : 'waits for a person'}</small>${reasons.map(whyLine)}<small>${note}</small></div>
<form method="post" action="/sandbox/review" class="ask">${hidden('applicationId', applicationId)}
<button class="main" name="outcome" value="approved" aria-label="Approve ${who}">Approve ${usual}</button><button name="outcome" value="rejected" aria-label="Reject ${who}">Reject</button>
<label>Reason<input name="reason" maxlength="300" placeholder="${reason}" autocomplete="off"></label><label>Another limit<input name="pesos" inputmode="decimal" placeholder="${most}" autocomplete="off"></label>
<button name="outcome" value="limited" aria-label="Approve ${who} with this limit">Approve this limit</button></form></li>`;
}

function decidedRow({
  who,
  outcome,
  decidedAt,
  decidedBy,
  reasons,
}: Facts['decided'][number]): Html {
  const tone = outcome === 'approved' ? 'good' : outcome === 'rejected' ? 'bad' : '';
  const lines =
    reasons.length > 0 ? reasons : decidedBy === 'review engine' ? ['no rule fired'] : [];
  return html`<li><div>${who} <span class="badge ${tone}">${outcome}</span><small>${decidedBy}, ${whenOf(decidedAt)}</small>${lines.map(whyLine)}</div></li>`;
}

const whyLine = (words: string) => html`<small>${words}</small>`;

export function booksSection({ breaks, balances }: Facts): Html {
  const total = balances.reduce((sum, { balanceCentavos }) => sum + balanceCentavos, 0n);
  const pesos = (amount: bigint) => formatPesos(centavos(amount));
  return html`<section id="books"><h2>Books</h2>
${
  breaks.length === 0
    ? html`<p><span class="badge good">balanced</span> All invariants of the ledger hold now. Debits are positive.</p>`
    : html`<p><span class="badge bad">${breaks.length} broken</span></p><ul>${breaks.map(({ invariant, subject, detail }) => html`<li><div>${invariant}<small>${subject}: ${detail}</small></div></li>`)}</ul>`
}
<table><tr><th scope="col">Account</th><th scope="col" class="right">Balance</th></tr>${balances.map(
    ({ kind, balanceCentavos }) =>
      html`<tr><td>${kind}</td><td class="right">${pesos(balanceCentavos)}</td></tr>`,
  )}<tr><td><b>Sum</b></td><td class="right"><b>${pesos(total)}</b></td></tr></table></section>`;
}
