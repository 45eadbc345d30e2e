// Receives webhooks on a separate port: POST /hooks/<gateway>. A webhook is only a hint: the server
// checks it, stores it unparsed and acknowledges it immediately. inbox.ts then queries the gateway.
import { Hono } from 'hono';
import type { WebhookHint } from '#/adapters/bank/port.ts';
import type { AppContext } from '#/context/app-context.ts';
import { bankNamed } from './routing.ts';

const limitBytes = 64 * 1024;

export type StoreEvent = (event: {
  gateway: string;
  eventId: string;
  event: WebhookHint['event'];
  subject: string;
  raw: Uint8Array;
}) => Promise<void>;

/**
 * Serves the webhooks of all configured gateways, including former ones. Other paths return 404.
 */
export function webhooks(
  context: Pick<AppContext, 'bank' | 'earlierBanks' | 'log' | 'wake'>,
  keep: StoreEvent,
): Hono {
  const app = new Hono();
  app.post('/hooks/:gateway', async (c) => {
    const bank = bankNamed(context, c.req.param('gateway'));
    if (!bank) return c.body(null, 404);
    const length = c.req.header('content-length');
    if (length === undefined || !/^\d{1,9}$/.test(length)) return c.body(null, 411);
    if (Number(length) > limitBytes) return c.body(null, 413, { connection: 'close' });
    const raw = new Uint8Array(await c.req.arrayBuffer());
    const event = bank.readWebhook(c.req.raw.headers, raw);
    if (!event) return c.body(null, 401);
    await keep({ gateway: bank.name, raw, ...event });
    context.wake();
    return c.body(null, 200);
  });
  app.all('*', (c) => c.body(null, 404));
  app.onError((error, c) => {
    context.log.error('a webhook could not be stored', error, { call: c.req.path });
    return c.body(null, 500); // the gateway sends it again
  });
  return app;
}
