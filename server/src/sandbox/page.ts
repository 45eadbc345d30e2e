// GET /sandbox: what stands in for the phone in a borrower's pocket, the kiosk at the corner, the bank, and time. Never there in production.
import { Hono } from 'hono';
import { sandboxActions } from './actions.ts';
import { sandboxApi } from './api.ts';
import { checkoutPages } from './checkout.ts';
import type { SandboxDeps } from './deps.ts';
import { pageFacts } from './facts.ts';
import { ownForms, ownHost } from './guard.ts';
import { pagePolicy } from './style.ts';
import { pageHtml } from './view.ts';

/** The page with its forms and its JSON, to be mounted under /sandbox. */
export function sandboxPage(deps: SandboxDeps): Hono {
  const app = new Hono();
  app.use('*', ownHost(deps.context.config.origin), ownForms(), async (c, next) => {
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
