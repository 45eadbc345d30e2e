// The ports of a server that was started for a drill (DRILL=1). They keep the real ports' names and
// limits, make no connection, and never say that anything was sent.
import type { Bank } from './bank/port.ts';
import type { Files } from './files/port.ts';
import type { Push } from './push/port.ts';
import type { Sms } from './sms/port.ts';

const reason = 'not sent: drill';

/**
 * Returns a gateway that is never asked. Each answer is uncertain, so no payout, code or payment
 * changes its outcome. Webhooks are not authentic, so the gateway sends them again elsewhere.
 */
export function drillBank(bank: Bank): Bank {
  const notSent = async () => ({ outcome: 'unknown', reason }) as const;
  const notFound = async () => ({ found: 'unknown', reason }) as const;
  return {
    ...bank,
    canPay: (bankCode) => bank.canPay(bankCode),
    sendPayout: notSent,
    findPayout: notFound,
    cancelPayout: notSent,
    createCode: notSent,
    findCode: notFound,
    findPayment: notFound,
    findReversals: notFound,
    readWebhook: () => null,
    balance: notSent,
    settlementReport: notSent,
  };
}

/** Returns an SMS gateway that refuses each message and is never asked. */
export function drillSms({ name, deduplicates }: Sms): Sms {
  return {
    name,
    deduplicates,
    send: async () => ({ outcome: 'refused', reason }),
    delivery: async () => 'unknown',
  };
}

/** Returns a push port that refuses each notification. */
export function drillPush({ publicKey }: Push): Push {
  return { publicKey, send: async () => ({ outcome: 'refused', reason }) };
}

/**
 * Returns a file store that can only be read, because a drill may share the bucket or folder of the
 * real server. Deleting keeps the file, and a mark is not written.
 */
export function drillFiles(files: Files): Files {
  const keep = async () => {};
  const refuse = async () => {
    throw new Error('not stored: drill');
  };
  return {
    place: files.place,
    transfer: null,
    put: refuse,
    replace: refuse,
    get: (name) => files.get(name),
    has: (name) => files.has(name),
    move: keep,
    deleteFolder: keep,
    list: (folder) => files.list(folder),
    folders: (under) => files.folders(under),
    owner: () => files.owner(),
    claim: async (installation) => (await files.owner()) ?? installation,
  };
}
