// A local server that answers as Xendit's documents say (named at the heads of xendit-*.ts), for the tests of the adapter. The numbers that choose
// a payout's fate are those of Xendit's own test mode (docs.xendit.co, test-scenarios-payouts).
import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

export type Hook = { headers: Headers; rawBody: Uint8Array };
type Json = Record<string, unknown>;
type Made = { status: number; body: unknown };

const failures: Readonly<Record<string, string>> = {
  '123456': 'TEMPORARY_TRANSFER_ERROR',
  '999999': 'REJECTED_BY_CHANNEL',
  '121212': 'INVALID_DESTINATION',
};

/** Xendit as its documents describe it, on a free port of this machine. */
export async function startXendit({ apiKey, callbackToken }: { apiKey: string; callbackToken: string }) {
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
  const payouts: Json[] = [];
  const keys = new Map<string, { body: string; payout: Json }>();
  const requests: Json[] = [];
  const payments: Json[] = [];
  const transactions: Json[] = [];
  const calls: { method: string; path: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
  let made = 0;
  const id = (prefix: string) => {
    made += 1;
    return `${prefix}-${String(made).padStart(24, '0')}`;
  };
  const at = () => Temporal.Now.instant().toString({ fractionalSecondDigits: 3 });
  const error = (status: number, error_code: string): Made => ({ status, body: { error_code, message: 'said in words' } });

  function moved(type: string, of: Json, amount: unknown, status = 'SUCCESS', product = of.id): void {
    const common = { reference_id: of.reference_id, currency: of.currency, amount, net_amount: amount, created: at(), updated: at() };
    const direction = type === 'PAYMENT' ? 'MONEY_IN' : 'MONEY_OUT';
    transactions.push({ id: id('txn'), product_id: product, type, status, channel_category: 'BANK', cashflow: direction, ...common });
  }

  function createPayout(text: string, key: string | undefined): Made {
    const body = JSON.parse(text) as Json & { channel_properties: Json };
    if (!key) return error(400, 'API_VALIDATION_ERROR');
    const known = keys.get(key);
    if (known) return known.body === text ? { status: 200, body: known.payout } : error(409, 'DUPLICATE_ERROR');
    if (!String(body.channel_code).startsWith('PH_')) return error(400, 'CHANNEL_CODE_NOT_SUPPORTED');
    if (Number(body.amount) > 50_000) return error(400, 'MAXIMUM_TRANSFER_LIMIT_ERROR');
    const payout: Json = { ...body, id: id('disb'), status: 'ACCEPTED', created: at(), updated: at(), business_id: 'business' };
    payouts.push(payout);
    const answer = { ...payout };
    keys.set(key, { body: text, payout: answer });
    return { status: 200, body: answer };
  }

  function createRequest(text: string): Made {
    const body = JSON.parse(text) as Json & { channel_properties: Json };
    const isReusable = body.type === 'REUSABLE_PAYMENT_CODE';
    if (!isReusable && body.request_amount === undefined) return error(400, 'API_VALIDATION_ERROR');
    const request = { ...body, payment_request_id: id('pr'), status: isReusable ? 'ACCEPTING_PAYMENTS' : 'REQUIRES_ACTION' };
    const actions = [actionOf(body, request.payment_request_id)];
    requests.push({ ...request, actions, created: at(), updated: at() });
    return { status: 201, body: requests.at(-1) };
  }

  function route(method: string, url: URL, text: string, headers: http.IncomingHttpHeaders): Made {
    if (headers.authorization !== authorization) return error(401, 'INVALID_API_KEY');
    const last = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    if (method === 'POST' && url.pathname === '/v2/payouts') return createPayout(text, String(headers['idempotency-key'] ?? ''));
    if (url.pathname === '/v2/payouts') {
      return { status: 200, body: payouts.filter((one) => one.reference_id === url.searchParams.get('reference_id')) };
    }
    if (url.pathname === '/balance') return { status: 200, body: { balance: 123_456.78 } };
    if (url.pathname === '/transactions') return { status: 200, body: pageOf(transactions, url.searchParams) };
    if (headers['api-version'] !== '2024-11-11') return error(400, 'API_VALIDATION_ERROR');
    if (method === 'POST' && url.pathname === '/v3/payment_requests') return createRequest(text);
    const isRequest = url.pathname.startsWith('/v3/payment_requests/');
    const found = (isRequest ? requests : payments).find((one) => one[isRequest ? 'payment_request_id' : 'payment_id'] === last);
    return found ? { status: 200, body: found } : error(404, 'DATA_NOT_FOUND');
  }

  const server = http.createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const url = new URL(request.url ?? '/', 'http://localhost');
    calls.push({ method: request.method ?? '', path: `${url.pathname}${url.search}`, headers: request.headers, body: text });
    const { status, body } = route(request.method ?? '', url, text, request.headers);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const hook = (event: string, data: Json): Hook => ({
    headers: new Headers({ 'x-callback-token': callbackToken }),
    rawBody: new TextEncoder().encode(JSON.stringify({ event, business_id: 'business', created: at(), api_version: 'v3', data })),
  });
  const requestOf = (code: string) =>
    requests.find((one) => one.payment_request_id === code || (one.actions as Json[]).some((action) => action.value === code)) as Json;

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    payouts,
    requests,
    payments,
    transactions,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
    /** Works on a payout until its end, and sends word of it. */
    settle(reference: string): Hook {
      const payout = payouts.find((one) => one.reference_id === reference) as Json & { channel_properties: Json };
      const failure = failures[String(payout.channel_properties.account_number)];
      Object.assign(payout, failure ? { status: 'FAILED', failure_code: failure } : { status: 'SUCCEEDED' }, { updated: at() });
      if (!failure) moved('DISBURSEMENT', payout, payout.amount);
      return hook(failure ? 'payout.failed' : 'payout.succeeded', payout);
    },
    /** The processor's refusal after success. */
    reverse(reference: string): Hook {
      const payout = payouts.find((one) => one.reference_id === reference) as Json;
      Object.assign(payout, { status: 'REVERSED', updated: at() });
      const moves = transactions.filter((one) => one.product_id === payout.id);
      for (const one of moves) Object.assign(one, { status: 'REVERSED', updated: at() });
      return hook('payout.reversed', payout);
    },
    /** Somebody pays: the whole, or what they like where a code takes any amount. */
    pay(code: string, pesos?: number, currency = 'PHP'): Hook {
      const request = requestOf(code);
      const amount = pesos ?? request.request_amount;
      const capture = { capture_id: id('cptr'), capture_amount: amount, capture_timestamp: at() };
      const { payment_request_id, reference_id, channel_code, type } = request;
      const payment = { payment_id: id('py'), payment_request_id, reference_id, channel_code, type, currency, request_amount: amount };
      payments.push({ ...payment, status: 'SUCCEEDED', captures: [capture], created: at(), updated: at() });
      if (type === 'PAY') request.status = 'SUCCEEDED';
      moved('PAYMENT', { ...payment }, amount, 'SUCCESS', payment.payment_id);
      return hook('payment.capture', payments.at(-1) as Json);
    },
    /** The payer says yes or no on the wallet's page. */
    decide(code: string, isYes: boolean): Hook {
      const request = requestOf(code);
      request.status = isYes ? 'AUTHORIZED' : 'FAILED';
      const { payment_request_id, reference_id } = request;
      return hook(isYes ? 'payment.authorization' : 'payment.failure', { payment_id: id('py'), payment_request_id, reference_id });
    },
  };
}

function actionOf(body: Json, requestId: string): Json {
  if (body.type === 'REUSABLE_PAYMENT_CODE')
    return { type: 'PRESENT_TO_CUSTOMER', descriptor: 'PAYMENT_CODE', value: `71${requestId.slice(-10)}` };
  if (body.channel_code === 'QRPH')
    return { type: 'PRESENT_TO_CUSTOMER', descriptor: 'QR_STRING', value: '00020101021228ph.ppmi.p2m6304ABCD' };
  return { type: 'REDIRECT_CUSTOMER', descriptor: 'WEB_URL', value: `https://checkout.xendit.co/web/${requestId}` };
}

function pageOf(transactions: readonly Json[], query: URLSearchParams): Json {
  const within = (one: Json, by: 'created' | 'updated') => {
    const [from, to] = [query.get(`${by}[gte]`), query.get(`${by}[lte]`)];
    return (!from || String(one[by]) >= from) && (!to || String(one[by]) <= to);
  };
  const rows = transactions.filter(
    (one) =>
      within(one, 'created') &&
      within(one, 'updated') &&
      query.getAll('statuses').includes(String(one.status)) &&
      query.getAll('types').includes(String(one.type)),
  );
  const after = query.get('after_id');
  const begin = after ? rows.findIndex((one) => one.id === after) + 1 : 0;
  const limit = Number(query.get('limit'));
  return { has_more: begin + limit < rows.length, data: rows.slice(begin, begin + limit), links: [] };
}
