// Counts the responses of gateways. The adapters themselves know nothing of metrics.
import type { Metrics } from '#/platform/metrics.ts';
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
      const isClear = !('outcome' in answer
        ? answer.outcome === 'unknown'
        : answer.found === 'unknown');
      metrics.countGatewayAnswer(bank.name, operation, isClear);
      return answer;
    };
    return [operation, run] as const;
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

/** Returns the SMS gateway with its responses counted. */
export function measuredSms(sms: Sms, metrics: Metrics): Sms {
  metrics.watchSms(sms.name);
  return {
    ...sms,
    async send(message) {
      const answer = await sms.send(message);
      metrics.countSms(sms.name, answer.outcome);
      return answer;
    },
  };
}
