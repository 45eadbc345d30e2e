// The page /sandbox, with controls for the simulated phone, kiosk, bank and clock. Production never
// serves it.

import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { manila } from '#/platform/days.ts';
import { sandboxActions } from './actions.ts';
import { sandboxApi } from './api.ts';
import { checkoutPages } from './checkout.ts';
import type { SandboxDeps } from './deps.ts';
import { type Facts, pageFacts } from './facts.ts';
import { flashOf } from './flash.ts';
import { ownForms, ownHost } from './guard.ts';
import {
  bankSection,
  booksSection,
  kioskSection,
  messagesSection,
  peopleSection,
  reviewsSection,
  staffSection,
} from './sections.ts';
import { pagePolicy, style } from './style.ts';

/** Returns the page with its forms and its JSON API, to be mounted under /sandbox. */
export function sandboxPage(deps: SandboxDeps): Hono {
  const app = new Hono();
  app.use('*', ownHost(deps.context.config), ownForms(), async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
    c.header('content-security-policy', pagePolicy);
    c.header('x-content-type-options', 'nosniff');
    c.header('referrer-policy', 'same-origin');
  });
  app.get('/', async (c) => c.html(await pageHtml(await pageFacts(deps), c.req.query('done'))));
  app.route('/checkout', checkoutPages(deps));
  app.route('/', sandboxActions(deps));
  app.route('/', sandboxApi(deps));
  return app;
}

const mark = raw(
  '<svg viewBox="0 0 512 512" aria-hidden="true"><clipPath id="c"><rect width="512" height="512" rx="112"/></clipPath><g clip-path="url(#c)"><path fill="#053f3d" d="M0 0h512v512H0z"/><g fill="none" stroke-width="48"><path d="M88 368a168 168 0 0 1 336 0" stroke="#2a6d69"/><path d="M88 368a168 168 0 0 1 252-145.5" stroke="#7fdccf"/></g><circle cx="340" cy="222.5" r="88" fill="#053f3d"/><circle cx="340" cy="222.5" r="66" fill="#ffb020"/><path d="M0 366h512v146H0z" fill="#04312f"/><path d="M280 404h120M304 444h72" stroke="#ffb020" stroke-width="20" stroke-linecap="round"/></g></svg>',
);

const sections = [
  ['messages', 'Messages'],
  ['people', 'People'],
  ['kiosk', 'Pay'],
  ['reviews', 'Reviews'],
  ['bank', 'Bank'],
  ['staff', 'Staff'],
  ['books', 'Books'],
] as const;

/** `flash` is the key of the last action's message. */
function pageHtml(facts: Facts, flash: string | undefined) {
  const note = flashOf(flash);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Sandali sandbox</title><link rel="icon" href="/app-icon.svg" type="image/svg+xml"><style>${raw(style)}</style></head>
<body><header><div><h1 class="name">${mark}Sandali <span>sandbox</span></h1>${clock(facts)}</div></header>
<nav aria-label="Sections"><div>${sections.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}<a href="/sandbox">Refresh</a><a href="/">App</a></div></nav>
${note ? html`<p class="note badge ${note.isGood ? 'good' : 'bad'}" role="status">${note.words}</p>` : ''}
<main>${messagesSection(facts)}${kioskSection(facts)}${peopleSection(facts)}${reviewsSection(facts)}${bankSection(facts)}${staffSection(facts)}${booksSection(facts)}</main></body></html>`;
}

function clock({ now, nearestDueOn }: Facts) {
  const here = now.toZonedDateTimeISO(manila);
  const day = here.toLocaleString('en-PH', { dateStyle: 'full' });
  const time = here.toPlainTime().toString({ smallestUnit: 'minute' });
  const late = nearestDueOn
    ?.add({ days: 1 })
    .toLocaleString('en-PH', { weekday: 'short', day: 'numeric', month: 'short' });
  return html`<p class="now">Business time in Manila<b>${time}</b><time datetime="${now.toString()}">${day}</time></p>
<form method="post" action="/sandbox/clock"><button name="move" value="hour">+1 hour</button><button name="move" value="day">+1 day</button>
<button name="move" value="week">+7 days</button>${late ? html`<button name="move" value="late">To the next overdue day, ${late}</button>` : ''}</form>`;
}
