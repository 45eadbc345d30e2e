// The ports of a drill (DRILL=1). They have the real ports' names and limits, open no connection,
// and never report that anything was sent.
import type { Bank } from './bank/port.ts';
import type { Files } from './files/port.ts';
import type { Push } from './push/port.ts';
import type { Sms } from './sms/port.ts';

const reason = 'not sent: drill';

/**
 * Returns a gateway that contacts nobody. Its results are all uncertain, so no payout, code or
 * payment changes its outcome. It rejects webhooks as forged, so the real server can still get
 * them.
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

/** Returns an SMS gateway that refuses each message and contacts nobody. */
export function drillSms({ name, deduplicates }: Sms): Sms {
  return {
    name,
    deduplicates,
    send: async () => ({ outcome: 'refused', reason }),
    delivery: async () => 'unknown',
  };
}

/** Returns a push port that refuses each notification and contacts nobody. */
export function drillPush({ publicKey }: Push): Push {
  return { publicKey, send: async () => ({ outcome: 'refused', reason }) };
}

/**
 * Returns a read-only file store, because a drill may share the real server's bucket or folder.
 * Deleting keeps the file, and no mark is written.
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
