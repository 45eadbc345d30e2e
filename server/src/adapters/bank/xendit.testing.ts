// A local server that responds as described in Xendit's documentation (cited in xendit-*.ts). Of
// the account numbers that make a payout fail, the first three are from test-scenarios-payouts; we
// chose the others.
import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

type Hook = { headers: Headers; rawBody: Uint8Array };
type Json = Record<string, unknown>;
type Answer = { status: number; body: unknown };

const failures: Readonly<Record<string, string>> = {
  '123456': 'TEMPORARY_TRANSFER_ERROR',
  '999999': 'REJECTED_BY_CHANNEL',
  '121212': 'INVALID_DESTINATION',
  '131313': 'DESTINATION_MAXIMUM_LIMIT',
  '141414': 'TRANSFER_ERROR',
};

type Call = { method: string; path: string; headers: http.IncomingHttpHeaders; body: string };

class Books {
  readonly payouts: Json[] = [];
  readonly keys = new Map<string, { body: string; payout: Json }>();
  readonly requests: Json[] = [];
  readonly payments: Json[] = [];
  readonly transactions: Json[] = [];
  readonly refunds: Json[] = [];
  /** Whether settlement reports ignore the bounds of the requested day. */
  isCareless = false;
  #lastId = 0;

  id(prefix: string): string {
    this.#lastId += 1;
    return `${prefix}-${String(this.#lastId).padStart(24, '0')}`;
  }

  moved(
    type: 'PAYMENT' | 'DISBURSEMENT' | 'REFUND' | 'CHARGEBACK',
    subject: Json,
    product: unknown,
  ): void {
    const { reference_id, currency } = subject;
    const amount = subject.amount ?? subject.request_amount;
    const common = {
      reference_id,
      currency,
      amount,
      net_amount: amount,
      created: at(),
      updated: at(),
      channel_category: 'BANK',
    };
    const cashflow = type === 'PAYMENT' ? 'MONEY_IN' : 'MONEY_OUT';
    this.transactions.push({
      id: this.id('txn'),
      product_id: product,
      type,
      status: 'SUCCESS',
      cashflow,
      ...common,
    });
  }

  payoutOf(reference: string): Json & { channel_properties: Json } {
    return this.payouts.find(({ reference_id }) => reference_id === reference) as Json & {
      channel_properties: Json;
    };
  }

  requestOf(code: string): Json {
    const hasCode = (request: Json) =>
      (request.actions as Json[]).some((action) => action.value === code);
    return this.requests.find(
      (request) => request.payment_request_id === code || hasCode(request),
    ) as Json;
  }
}

const at = () => Temporal.Now.instant().toString({ fractionalSecondDigits: 3 });
const error = (status: number, error_code: string): Answer => ({
  status,
  body: { error_code, message: 'an explanation' },
});

function createPayout(books: Books, text: string, key: string): Answer {
  const body = JSON.parse(text) as Json;
  if (!key) return error(400, 'API_VALIDATION_ERROR');
  const known = books.keys.get(key);
  if (known)
    return known.body === text
      ? { status: 200, body: known.payout }
      : error(409, 'DUPLICATE_ERROR');
  if (!String(body.channel_code).startsWith('PH_')) return error(400, 'CHANNEL_CODE_NOT_SUPPORTED');
  if (!/^\d+$/.test(String((body.channel_properties as Json).account_number)))
    return error(400, 'RECIPIENT_ACCOUNT_NUMBER_ERROR');
  // Banks have PESONet's limit (apidocs/get-payout-channels, PH_AUB), and e-wallets have
  // InstaPay's.
  const most = body.channel_code === 'PH_GCASH' ? 50_000 : 100_000_000;
  if (Number(body.amount) > most) return error(400, 'MAXIMUM_TRANSFER_LIMIT_ERROR');
  const payout: Json = {
    ...body,
    id: books.id('disb'),
    status: 'ACCEPTED',
    created: at(),
    updated: at(),
    business_id: 'business',
  };
  books.payouts.push(payout);
  const answer = { ...payout };
  books.keys.set(key, { body: text, payout: answer });
  return { status: 200, body: answer };
}

function createRequest(books: Books, text: string): Answer {
  const body = JSON.parse(text) as Json;
  const isReusable = body.type === 'REUSABLE_PAYMENT_CODE';
  if (!isReusable && body.request_amount === undefined) return error(400, 'API_VALIDATION_ERROR');
  const request = {
    ...body,
    payment_request_id: books.id('pr'),
    status: isReusable ? 'ACCEPTING_PAYMENTS' : 'REQUIRES_ACTION',
  };
  const actions = [actionOf(body, request.payment_request_id)];
  books.requests.push({ ...request, actions, created: at(), updated: at() });
  return { status: 201, body: books.requests.at(-1) };
}

function answerTo(books: Books, { method, path, headers, body }: Call): Answer {
  const url = new URL(path, 'http://localhost');
  const last = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
  if (method === 'POST' && url.pathname === '/v2/payouts')
    return createPayout(books, body, String(headers['idempotency-key'] ?? ''));
  if (url.pathname === '/v2/payouts') {
    return {
      status: 200,
      body: books.payouts.filter(
        ({ reference_id }) => reference_id === url.searchParams.get('reference_id'),
      ),
    };
  }
  if (url.pathname === '/balance') return { status: 200, body: { balance: 123_456.78 } };
  if (url.pathname === '/transactions')
    return { status: 200, body: pageOf(books, url.searchParams) };
  if (url.pathname === '/refunds') {
    const wanted = url.searchParams.get('payment_request_id');
    const data = books.refunds.filter(({ payment_request_id }) => payment_request_id === wanted);
    return { status: 200, body: { data, has_more: false } };
  }
  if (url.pathname.startsWith('/refunds/')) {
    const refund = books.refunds.find(({ id }) => id === last);
    return refund ? { status: 200, body: refund } : error(404, 'DATA_NOT_FOUND');
  }
  if (headers['api-version'] !== '2024-11-11') return error(400, 'API_VALIDATION_ERROR');
  if (method === 'POST' && url.pathname === '/v3/payment_requests')
    return createRequest(books, body);
  const isRequest = url.pathname.startsWith('/v3/payment_requests/');
  const rows = isRequest ? books.requests : books.payments;
  const row = rows.find((each) => each[isRequest ? 'payment_request_id' : 'payment_id'] === last);
  return row ? { status: 200, body: row } : error(404, 'DATA_NOT_FOUND');
}

/** Starts the server on a free port of this machine. */
export async function startXendit({
  apiKey,
  callbackToken,
}: {
  apiKey: string;
  callbackToken: string;
}) {
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
  const books = new Books();
  const calls: Call[] = [];
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const call = {
      method: request.method ?? '',
      path: request.url ?? '/',
      headers: request.headers,
      body,
    };
    calls.push(call);
    const answer =
      request.headers.authorization === authorization
        ? answerTo(books, call)
        : error(401, 'INVALID_API_KEY');
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { payouts, payments, transactions } = books;
  return {
    ...{ calls, payouts, payments, transactions, ...controls(books, callbackToken) },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Controls that cause events at the gateway. Most return the webhook of their event. */
function controls(books: Books, callbackToken: string) {
  const hook = (event: string, data: Json): Hook => ({
    headers: new Headers({ 'x-callback-token': callbackToken }),
    rawBody: new TextEncoder().encode(
      JSON.stringify({ event, business_id: 'business', created: at(), api_version: 'v3', data }),
    ),
  });
  return {
    /** Makes settlement reports include other days. */
    beCareless(): void {
      books.isCareless = true;
    },
    /** Completes a payout, or fails it if its account number calls for a failure. */
    settle(reference: string): Hook {
      const payout = books.payoutOf(reference);
      const failure = failures[String(payout.channel_properties.account_number)];
      Object.assign(
        payout,
        failure ? { status: 'FAILED', failure_code: failure } : { status: 'SUCCEEDED' },
        { updated: at() },
      );
      if (!failure) books.moved('DISBURSEMENT', payout, payout.id);
      return hook(failure ? 'payout.failed' : 'payout.succeeded', payout);
    },
    /** Reverses a paid payout. */
    reverse(reference: string): Hook {
      const payout = books.payoutOf(reference);
      const back = { status: 'REVERSED', updated: at() };
      for (const row of [
        payout,
        ...books.transactions.filter(({ product_id }) => product_id === payout.id),
      ])
        Object.assign(row, back);
      return hook('payout.reversed', payout);
    },
    /** Pays a code, by default the code's own amount. */
    pay(code: string, pesos?: number, currency = 'PHP'): Hook {
      const request = books.requestOf(code);
      const amount = pesos ?? request.request_amount;
      const capture = {
        capture_id: books.id('cptr'),
        capture_amount: amount,
        capture_timestamp: at(),
      };
      const { payment_request_id, reference_id, channel_code, type } = request;
      const same = {
        payment_request_id,
        reference_id,
        channel_code,
        type,
        currency,
        request_amount: amount,
      };
      const payment = {
        payment_id: books.id('py'),
        ...same,
        status: 'SUCCEEDED',
        captures: [capture],
        created: at(),
        updated: at(),
      };
      books.payments.push(payment);
      if (type === 'PAY') request.status = 'SUCCEEDED';
      books.moved('PAYMENT', payment, payment.payment_id);
      return hook('payment.capture', payment);
    },
    /** Reverses a payment. Xendit sends a webhook only for refunds. */
    takeBack(
      paymentId: string,
      cause: 'reversal' | 'chargeback' | 'refund',
      pesos?: number,
    ): Hook | null {
      const payment = books.payments.find(({ payment_id }) => payment_id === paymentId) as Json;
      const amount = pesos ?? payment.request_amount;
      if (cause === 'reversal') {
        const row = books.transactions.find(({ product_id }) => product_id === paymentId) as Json;
        Object.assign(row, { status: 'REVERSED', updated: at() });
        return null;
      }
      if (cause === 'chargeback') {
        books.moved('CHARGEBACK', { ...payment, request_amount: amount }, paymentId);
        return null;
      }
      const { payment_request_id, currency, reference_id } = payment;
      const refund = {
        id: books.id('rfd'),
        ...{ payment_id: paymentId, payment_request_id, reference_id, currency, amount },
        status: 'SUCCEEDED',
        created: at(),
        updated: at(),
      };
      books.refunds.push(refund);
      books.moved('REFUND', refund, refund.id);
      return hook('refund.succeeded', refund);
    },
    /** Confirms or declines a payment as the payer would on the wallet's page. */
    decide(code: string, isYes: boolean): Hook {
      const request = books.requestOf(code);
      request.status = isYes ? 'AUTHORIZED' : 'FAILED';
      const { payment_request_id, reference_id } = request;
      return hook(isYes ? 'payment.authorization' : 'payment.failure', {
        payment_id: books.id('py'),
        payment_request_id,
        reference_id,
      });
    },
  };
}

function actionOf(body: Json, requestId: string): Json {
  if (body.type === 'REUSABLE_PAYMENT_CODE')
    return {
      type: 'PRESENT_TO_CUSTOMER',
      descriptor: 'PAYMENT_CODE',
      value: `71${requestId.slice(-10)}`,
    };
  if (body.channel_code === 'QRPH')
    return {
      type: 'PRESENT_TO_CUSTOMER',
      descriptor: 'QR_STRING',
      value: '00020101021228ph.ppmi.p2m6304ABCD',
    };
  return {
    type: 'REDIRECT_CUSTOMER',
    descriptor: 'WEB_URL',
    value: `https://checkout.xendit.co/web/${requestId}`,
  };
}

function pageOf({ transactions, isCareless }: Books, query: URLSearchParams): Json {
  const isWithin = (row: Json, by: 'created' | 'updated') => {
    const [from, to] = [query.get(`${by}[gte]`), query.get(`${by}[lte]`)];
    return isCareless || ((!from || String(row[by]) >= from) && (!to || String(row[by]) <= to));
  };
  const rows = transactions.filter(
    (row) =>
      isWithin(row, 'created') &&
      isWithin(row, 'updated') &&
      (!query.has('product_id') || row.product_id === query.get('product_id')) &&
      query.getAll('statuses').includes(String(row.status)) &&
      query.getAll('types').includes(String(row.type)),
  );
  const after = query.get('after_id');
  const begin = after ? rows.findIndex(({ id }) => id === after) + 1 : 0;
  const limit = Number(query.get('limit'));
  return {
    has_more: begin + limit < rows.length,
    data: rows.slice(begin, begin + limit),
    links: [],
  };
}
