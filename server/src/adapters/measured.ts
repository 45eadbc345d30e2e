// Counts the gateways' responses and records them in traces, so that adapters need not.
import type { Metrics } from '#/platform/metrics.ts';
import { noteSpan, spanned } from '#/platform/trace.ts';
import type { Bank } from './bank/port.ts';
import type { Sms } from './sms/port.ts';

const operations = [
  'sendPayout',
  'findPayout',
  'cancelPayout',
  'createCode',
  'findCode',
  'findPayment',
  'findReversals',
  'balance',
  'settlementReport',
] as const satisfies readonly (keyof Bank)[];

/** Returns the gateway with its responses counted. */
export function measuredBank(bank: Bank, metrics: Metrics): Bank {
  metrics.watchGateway(bank.name);
  const counted = operations.map((operation) => {
    const run = async (request: never) => {
      const answer = await bank[operation](request);
      const outcome = String('outcome' in answer ? answer.outcome : answer.found);
      metrics.countGatewayAnswer(bank.name, operation, outcome !== 'unknown');
      noteSpan({ outcome }, outcome === 'unknown');
      return answer;
    };
    const shown = (request: never) =>
      spanned(
        () => spanOf(bank.name, operation),
        () => run(request),
      );
    return [operation, shown] as const;
  });
  const all: Bank = { ...bank, ...Object.fromEntries(counted) };
  return {
    ...all,
    async balance() {
      const answer = await all.balance();
      if (answer.outcome === 'known') metrics.setBalance(bank.name, answer.amountCentavos);
      return answer;
    },
  };
}

function spanOf(gateway: string, operation: string) {
  return {
    name: `${gateway} ${operation}`,
    kind: 'client',
    fields: { gateway, operation },
  } as const;
}

/** Returns the SMS gateway with its responses counted. */
export function measuredSms(sms: Sms, metrics: Metrics): Sms {
  metrics.watchSms(sms.name);
  return {
    ...sms,
    send: (message) =>
      spanned(
        () => spanOf(sms.name, 'send'),
        async () => {
          const answer = await sms.send(message);
          metrics.countSms(sms.name, answer.outcome);
          noteSpan({ outcome: answer.outcome }, answer.outcome === 'unknown');
          return answer;
        },
      ),
  };
}
