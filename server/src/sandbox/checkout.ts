// Serves /sandbox/checkout/<code>, which simulates the payment page of a wallet or card.
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { type Checkout, checkoutOf, decideCheckout } from './bank-desk.ts';
import type { SandboxDeps } from './deps.ts';
import { style } from './style.ts';

const names: Partial<Record<RepaymentChannel, string>> = {
  gcash: 'GCash',
  maya: 'Maya',
  grabpay: 'GrabPay',
  shopeepay: 'ShopeePay',
  bankCard: 'Bank card',
};

const ended: Readonly<Record<Exclude<Checkout['state'], 'open'>, string>> = {
  inProgress: 'Your payment is on its way.',
  paid: 'This payment is complete.',
  declined: 'This payment was declined. You were not charged.',
  expired: 'This page has expired. You were not charged.',
};

/** Returns the checkout pages, to be mounted under /sandbox/checkout. */
export function checkoutPages({ bank, context }: SandboxDeps): Hono {
  const app = new Hono();
  app.get('/:code', async (c) => {
    const checkout = await checkoutOf(bank, c.req.param('code'));
    return checkout ? c.html(pageOf(checkout)) : c.text('No payment has this page.', 404);
  });
  app.post('/:code', async (c) => {
    const code = c.req.param('code');
    const body = await c.req.parseBody();
    if (body.said === 'yes' || body.said === 'no')
      await decideCheckout(bank, code, body.said === 'yes');
    const checkout = await checkoutOf(bank, code);
    if (!checkout) return c.text('No payment has this page.', 404);
    context.wake();
    return c.redirect(backOf(checkout), 303);
  });
  return app;
}

/**
 * Returns only the path of `returnTo`, because the payer may use another address of this server.
 */
function backOf({ returnTo }: Pick<Checkout, 'returnTo'>): string {
  const url = URL.canParse(returnTo) ? new URL(returnTo) : null;
  return url ? `${url.pathname}${url.search}` : '/';
}

function pageOf(checkout: Checkout) {
  const name = names[checkout.channel as RepaymentChannel] ?? checkout.channel;
  const amount = formatPesos(centavos(checkout.amountCentavos));
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${name} (sandbox)</title><link rel="icon" href="/app-icon.svg" type="image/svg+xml"><style>${raw(style)}</style></head>
<body><header><div><h1 class="name">${name} <span>sandbox</span></h1></div></header>
<main class="checkout"><section><h2>Pay Sandali Lending</h2><p class="code">${amount}</p>${
    checkout.state === 'open'
      ? html`<form method="post"><button class="main" name="said" value="yes">Pay ${amount}</button><button name="said" value="no">Decline</button></form>`
      : html`<p role="status">${ended[checkout.state]}</p>`
  }<p><a href="${backOf(checkout)}">Back to Sandali</a></p></section></main></body></html>`;
}
