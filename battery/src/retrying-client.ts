// A client that sends every write twenty times in parallel under one request id, then once more,
// then with other input. It returns the last response to the original input.
import type { Call } from '@sandali/contract/call.ts';
import { newId } from '@sandali/server/platform/random.ts';
import type { Client, ClientAnswer } from '@sandali/server/sandbox/client.ts';
import type { Findings } from './test.ts';

// biome-ignore lint/suspicious/noExplicitAny: any call may be made
type SomeCall = Call<any, any, any>;
type Input = Record<string, unknown>;

const atOnce = 20;

/** Changes an input into a different valid one, for calls that have one. */
const others: Record<string, (input: Input) => Input> = {
  '/code/sms': (input) => ({ ...input, phone: '+639175560000' }),
  '/register': (input) => ({ ...input, password: `${input.password}-9` }),
  '/credit/basic/save': (input) => ({ ...input, address: '99 Iba Street' }),
  '/credit/emergent/contact': (input) => ({ contacts: (input.contacts as unknown[]).toReversed() }),
  '/credit/common/save': (input) => ({ ...input, employer: 'Iba Trading' }),
  '/picture/upload': (input) => ({
    ...input,
    purpose: input.purpose === 'selfie' ? 'idFront' : 'selfie',
  }),
  '/credit/idcardpic/save': (input) => ({ ...input, idNumber: 'IBA12345' }),
  '/wallet/add': (input) => ({ ...input, walletId: 'maya' }),
  '/bankcard/add': (input) => ({ ...input, accountNumber: '0099887766' }),
  '/loan/product/cal': (input) => ({ ...input, termDays: Number(input.termDays) + 1 }),
  '/loan/apply': (input) => ({ ...input, disclosureHash: '0'.repeat(64) }),
  '/repayment/apply': (input) => ({ ...input, channel: 'gcash' }),
};

export type Tally = { writes: number; sent: number; others: number };

/** Wraps a client. `tally` counts calls, and `findings` collects failures. */
export function retryingClient(client: Client, findings: Findings, tally: Tally): Client {
  async function ask<C extends SomeCall>(
    call: C,
    input: Parameters<Client['ask']>[1],
    requestId: string = newId(Temporal.Now.instant()),
  ): Promise<ClientAnswer<C>> {
    if (call.kind === 'read') return await client.ask(call, input as never);
    const send = () => client.ask(call, input as never, requestId);
    const first = await Promise.all(Array.from({ length: atOnce }, send));
    const last = await send();
    tally.writes += 1;
    tally.sent += atOnce + 1;
    // The first logout ends the session, so its copies may be refused.
    const counted = [...first, last].filter(
      (answer) => call.path !== '/user/logonout' || answer.name !== 'sessionInvalid',
    );
    const answers = new Set(
      counted.map(({ name, data }) => `${name} ${JSON.stringify(idsOf(data))}`),
    );
    findings.expect(
      answers.size === 1,
      `${call.path} gave ${answers.size} different answers: ${[...answers].slice(0, 3).join(' | ')}`,
    );
    const alter = others[call.path];
    if (alter) {
      const { name } = await client.ask(call, alter(input as Input) as never, requestId);
      tally.others += 1;
      findings.expect(
        name === 'requestIdReused',
        `${call.path} answered ${name} to other input under the same id`,
      );
    }
    return last;
  }
  return {
    deviceId: client.deviceId,
    get token() {
      return client.token;
    },
    set token(token) {
      client.token = token;
    },
    ask: ask as Client['ask'],
    async must(call, input, requestId) {
      const { name, data } = await ask(call, input, requestId);
      if (name !== 'success')
        throw new Error(`${call.path} was refused: ${name} (${JSON.stringify(data)})`);
      return data;
    },
  };
}

/** Returns the ids in a response, at any depth. Other fields may have changed meanwhile. */
export function idsOf(data: unknown): unknown[] {
  if (data === null || typeof data !== 'object') return [];
  return Object.entries(data).flatMap(([name, value]) =>
    /(Id|Gid|Hash)$/.test(name) ? [value] : idsOf(value),
  );
}
