// The sections of the sandbox page.

import { type Centavos, centavos, formatPesos, zeroCentavos } from '@sandali/contract/money.ts';
import { html } from 'hono/html';
import { manila } from '#/platform/days.ts';
import type { DeskPayment, DeskPayout, KioskCode } from './bank-desk.ts';
import type { Facts } from './facts.ts';

export const payoutCharacters: readonly (readonly [lastFour: string, what: string])[] = [
  ['0001', 'is refused at once: the account is closed'],
  ['0002', 'is paid, but the bank answers with an error'],
  ['0003', 'is paid, but the bank never answers'],
  ['0004', 'is paid, but the line is cut'],
  ['0005', 'is paid, and the news comes three times and out of order'],
  ['0006', 'is paid, and taken back 3 seconds later'],
  ['0007', 'is accepted and fails later: no such account'],
  ['0008', 'is paid, but the bank says for 60 seconds that it knows nothing'],
  ['0009', 'is paid, but no news is ever sent'],
  ['0010', 'finds the bank busy the first time'],
  [
    '0011',
    'is paid, but the bank answers with an error and says for 60 seconds that it knows nothing',
  ],
  ['0012', 'is accepted, and paid two days later'],
  ['0013', 'fails, and is paid an hour later all the same'],
  ['0014', 'finds too little money at the bank the first time'],
  ['0015', 'to collect, is collected in the moment that it is asked back'],
  ['0016', 'to collect, is given back, but the bank answers with an error'],
  ['0017', 'to collect, counts as paid when it lies ready: nobody is told when it is collected'],
  ['0018', 'is paid, and sent back by the receiving bank at 10:00 of the next working day'],
];

export const paymentCharacters: readonly (readonly [centavos: string, what: string])[] = [
  ['.66', 'the news of the payment comes three times'],
  ['.67', 'the news comes 5 seconds late'],
  ['.68', 'no news comes; only the settlement report has it'],
];

type Html = ReturnType<typeof html>;

const shownMessages = 5;

const none = (words: string) => html`<p class="empty">${words}</p>`;
const hidden = (name: string, value: string) =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** Formats an instant in Manila: '21 Nov, 10:04'. */
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
  return html`<section id="messages"><h2>Messages sent</h2><p>What the SMS gateway would have sent, newest first. From 22:00 to 06:00 all but codes waits for the morning.</p>
${messages.length === 0 ? none('Nothing was sent yet. Ask for a code in the app, then refresh.') : ''}<ul>${newest.map(messageRow)}</ul>
${older.length === 0 ? '' : html`<details><summary>${older.length} older</summary><ul>${older.map(messageRow)}</ul></details>`}
${pushes.length === 0 ? '' : html`<details><summary>${pushes.length} shown as notifications</summary><ul>${pushes.map(pushRow)}</ul></details>`}</section>`;
}

function pushRow({ phone, body, sentAt }: Facts['pushes'][number]): Html {
  return html`<li><div><small>${phone} · ${whenOf(sentAt)}</small><span class="quiet">${body}</span></div></li>`;
}

function messageRow({ phone, text, code, sentAt }: Facts['messages'][number]): Html {
  return html`<li><div>${code ? html`<span class="code">${code}</span>` : ''}<small>${phone} · ${whenOf(sentAt)}</small>
<span class="quiet">${text}</span></div></li>`;
}

export function peopleSection({ people }: Facts): Html {
  return html`<section id="people"><h2>People</h2><p>Invented, and made on the first start by the calls the app makes. A phone that is new to one of them also needs the code, which stands among the messages.</p>
${people.length === 0 ? none('Nobody was made on the first start.') : ''}
<ul>${people.map(
    ({ name, phone, password, story }) => html`<li><div><b>${name}</b><small>${story}</small>
<span class="quiet">Phone <code>${phone}</code><br>Password <code>${password}</code></span></div></li>`,
  )}</ul></section>`;
}

export function kioskSection({ bank }: Facts): Html {
  const open = bank?.codes.filter(({ state }) => state === 'open') ?? [];
  return html`<section id="kiosk"><h2>Pay a code</h2><p>You are the kiosk: the bank takes the money and tells the server.</p>
${bank === null ? none('The bank simulator does not answer.') : open.length === 0 ? none('No code is open. Ask for one in the app, under Repay.') : ''}
<ul>${open.map(codeRow)}</ul>
<form method="post" action="/sandbox/pay" class="ask"><label>Code<input name="code" required maxlength="40" autocomplete="off"></label>
<label>Amount in pesos<input name="pesos" inputmode="decimal" placeholder="the code’s own" autocomplete="off"></label><button class="main">Pay it</button></form>
${strayForm()}
${takeBackForms(bank?.payments ?? [])}
<details><summary>Amounts that misbehave</summary>${characterTable('Amount ends in', paymentCharacters)}</details></section>`;
}

/** A form for money to an expired, used or unknown code, or in another currency. */
function strayForm(): Html {
  return html`<details><summary>Money that fits nothing</summary>
<p class="quiet">Some counters take money for a code that has ended, was paid before or was never given, or in another currency. Money for a code of ours counts on its day;
the rest lies in suspense, under Books, until two people of staff give it to its owner: <code>npm run ops -- suspense list</code>.</p>
<form method="post" action="/sandbox/pay" class="ask">${hidden('taken', 'anyway')}<label>Any code<input name="code" required maxlength="40" autocomplete="off"></label>
<label>Any amount<input name="pesos" inputmode="decimal" required autocomplete="off"></label>
<label>Currency<input name="currency" value="PHP" required pattern="[A-Za-z]{3}" maxlength="3" autocomplete="off"></label><button>Take the money anyway</button></form></details>`;
}

const causes: readonly (readonly [cause: string, words: string])[] = [
  ['reversal', 'the network undoes it'],
  ['chargeback', 'the payer’s bank takes it back'],
  ['refund', 'somebody sends it back at the gateway'],
];
const shownPayments = 10;

/** Forms that reverse a payment or a part of it, or only claim that by a webhook. */
function takeBackForms(payments: readonly DeskPayment[]): Html {
  const kept = payments.filter(({ keptCentavos }) => keptCentavos > 0).slice(0, shownPayments);
  return html`<details><summary>Payments that are taken back</summary>
<p class="quiet">A payment may leave again days after it came. Take back what is left of one, or a part; a claim is a webhook that the bank does not confirm.</p>
${kept.length === 0 ? none('No payment is left to take back.') : ''}<ul>${kept.map(takeBackForm)}</ul></details>`;
}

function takeBackForm({ id, code, keptCentavos, currency, paidAt }: DeskPayment): Html {
  const amount = formatPesos(centavos(keptCentavos));
  const rest = currency === 'PHP' ? amount : `${amount.slice(1)} ${currency}`;
  return html`<li><div><span class="amount">${rest}</span><small>code ${code}, paid ${whenOf(Temporal.Instant.from(paidAt))}</small></div>
<form method="post" action="/sandbox/take-back" class="ask">${hidden('paymentId', id)}
<label>Cause<select name="cause">${causes.map(([cause, words]) => html`<option value="${cause}">${words}</option>`)}</select></label>
<label>Take back, in pesos<input name="pesos" inputmode="decimal" placeholder="all that is left" autocomplete="off"></label>
<button class="main" name="as" value="money" aria-label="Take back the payment of ${rest} to code ${code}">Take back</button>
<button name="as" value="claim" aria-label="Only claim that the payment of ${rest} to code ${code} was taken back">Only claim it</button></form></li>`;
}

function codeRow({ code, channel, amountCentavos, endsAt }: KioskCode): Html {
  const amount = amountCentavos === null ? 'any amount' : formatPesos(centavos(amountCentavos));
  const end = endsAt === null ? 'no end' : `until ${whenOf(Temporal.Instant.from(endsAt))}`;
  return html`<li><div><span class="long">${code}</span><small>${channel} · <span class="amount">${amount}</span> · ${end}</small></div>
${amountCentavos === null ? '' : html`<form method="post" action="/sandbox/pay">${hidden('code', code)}<button class="main">Pay ${amount}</button></form>`}</li>`;
}

export function bankSection({ bank, arePayoutsHeld, areRailsPlayed }: Facts): Html {
  return html`<section id="bank"><h2>Bank</h2><p>Payouts as the bank knows them, newest first. What is ready is collected here, as at the counter. ${
    arePayoutsHeld
      ? 'Now they are held: a signed loan waits, and its borrower may still cancel it.'
      : 'Hold them to see a signed loan wait.'
  }</p>
<form method="post" action="/sandbox/hold">${hidden('payouts', arePayoutsHeld ? 'go' : 'hold')}<button${arePayoutsHeld ? html` class="main"` : ''}>${arePayoutsHeld ? 'Let payouts go' : 'Hold payouts'}</button></form>
<p>${
    areRailsPlayed
      ? 'Payouts to accounts go by InstaPay up to ₱50,000 within minutes, and above it by PESONet: settled at 17:00 of a working day, what comes from 14:00 on at 17:00 of the next. Turn the clock to get there.'
      : 'Every amount goes by every way within minutes. In life InstaPay takes ₱50,000, and more goes by PESONet, in the batches of working days.'
  }</p>
<form method="post" action="/sandbox/rails">${hidden('rails', areRailsPlayed ? 'off' : 'life')}<button>${areRailsPlayed ? 'Let everything go within minutes' : 'Play InstaPay and PESONet as in life'}</button></form>
${bank === null ? none('The bank simulator does not answer.') : bank.payouts.length === 0 ? none('No payout was ordered yet.') : ''}
<ul>${bank?.payouts.slice(0, 20).map(payoutRow) ?? ''}</ul>
<details><summary>Account numbers that misbehave, and mobile numbers of those who collect</summary>${characterTable('A payout to …', payoutCharacters)}</details></section>`;
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
${state === 'paid' ? html`<form method="post" action="/sandbox/reverse">${hidden('reference', reference)}<button aria-label="Take back the payout to ${accountName}">Take back</button></form>` : ''}</li>`;
}

const railNames: Readonly<Record<string, string>> = { instapay: 'InstaPay', pesonet: 'PESONet' };

function settleForms(reference: string, accountName: string): Html {
  return html`<form method="post" action="/sandbox/settle">${hidden('reference', reference)}
<button class="main" name="as" value="paid" aria-label="Settle the payout to ${accountName} now">Settle now</button><button name="as" value="failed" aria-label="Send the payout to ${accountName} back">Send back</button></form>`;
}

function characterTable(head: string, rows: readonly (readonly [string, string])[]): Html {
  return html`<table><tr><th scope="col">${head}</th><th scope="col">What happens</th></tr>${rows.map(
    ([ending, what]) => html`<tr><td><code>${ending}</code></td><td>${what}</td></tr>`,
  )}</table>`;
}

export function reviewsSection({ reviews, decided }: Facts): Html {
  return html`<section id="reviews"><h2>Reviews waiting</h2><p>The review decides by itself at the time given; you may be quicker.</p>
${reviews.length === 0 ? none('No application is waiting.') : ''}<ul>${reviews.map(reviewRow)}</ul>
${decided.length === 0 ? '' : html`<details><summary>Decided lately, and why</summary><ul>${decided.map(decidedRow)}</ul></details>`}</section>`;
}

function reviewRow({ applicationId, who, dueAt, why, givable }: Facts['reviews'][number]): Html {
  const isBelow = givable?.isBelowShare === true;
  const pesos = (amount: Centavos = zeroCentavos) => formatPesos(amount, { drop00: true });
  const [usual, most] = [pesos(givable?.usualCentavos), pesos(givable?.mostCentavos)];
  const note = isBelow
    ? `below the share of the income: at most ${most}, with a reason that is kept`
    : `the income carries ${most} at most`;
  const reason = isBelow ? 'why it can be repaid' : 'kept in the trail';
  return html`<li><div>${who}<small>${dueAt ? `by itself at ${whenOf(dueAt)}` : 'waits for a person'}</small>${why.map(whyLine)}<small>${note}</small></div>
<form method="post" action="/sandbox/review" class="ask">${hidden('applicationId', applicationId)}
<button class="main" name="outcome" value="approved" aria-label="Approve ${who}">Approve ${usual}</button><button name="outcome" value="rejected" aria-label="Reject ${who}">Reject</button>
<label>Reason<input name="reason" maxlength="300" placeholder="${reason}" autocomplete="off"></label><label>Another limit<input name="pesos" inputmode="decimal" placeholder="${most}" autocomplete="off"></label>
<button name="outcome" value="limited" aria-label="Approve ${who} with this limit">Approve this limit</button></form></li>`;
}

function decidedRow({ who, outcome, decidedAt, decidedBy, why }: Facts['decided'][number]): Html {
  const tone = outcome === 'approved' ? 'good' : outcome === 'rejected' ? 'bad' : '';
  const lines =
    why.length > 0 ? why : decidedBy === 'review engine' ? ['no rule had anything to say'] : [];
  return html`<li><div>${who} <span class="badge ${tone}">${outcome}</span><small>${decidedBy}, ${whenOf(decidedAt)}</small>${lines.map(whyLine)}</div></li>`;
}

const whyLine = (words: string) => html`<small>${words}</small>`;

export function booksSection({ breaks, balances }: Facts): Html {
  const total = balances.reduce((sum, { balanceCentavos }) => sum + balanceCentavos, 0n);
  const pesos = (amount: bigint) => formatPesos(centavos(amount));
  return html`<section id="books"><h2>Books</h2>
${
  breaks.length === 0
    ? html`<p><span class="badge good">all hold</span> Every invariant of the ledger was checked just now. Debit is above zero.</p>`
    : html`<p><span class="badge bad">${breaks.length} broken</span></p><ul>${breaks.map(({ invariant, subject, detail }) => html`<li><div>${invariant}<small>${subject}: ${detail}</small></div></li>`)}</ul>`
}
<table><tr><th scope="col">Account</th><th scope="col" class="right">Balance</th></tr>${balances.map(
    ({ kind, balanceCentavos }) =>
      html`<tr><td>${kind}</td><td class="right">${pesos(balanceCentavos)}</td></tr>`,
  )}<tr><td><b>Sum</b></td><td class="right"><b>${pesos(total)}</b></td></tr></table></section>`;
}
