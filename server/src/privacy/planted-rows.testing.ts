// Test rows and columns that would take too long to fill through calls.
import { formerOf } from '#/account/change-phone.store.ts';
import { newId, randomBytes } from '#/platform/random.ts';
import type { Purpose } from '#/platform/seal.ts';
import type { TestApp } from '#/testing/app.ts';

type Owner = { id: string; loanId: string; words: string; amountCentavos: number };
type Rows = Record<string, Record<string, unknown>>;

/** Returns generators of unique ids and instants. */
function makers(app: TestApp) {
  let moment = app.clocks.now();
  return { id: () => newId(app.clocks.wall()), at: () => (moment = moment.add({ seconds: 1 })) };
}

/** Returns one row, keyed by table name, for each table that the test's calls leave empty. */
export function plantedRows(app: TestApp, owner: Owner): Rows {
  const unique = makers(app);
  return { ...rowsOfAccount(app, owner, unique), ...rowsOfMoney(app, owner, unique) };
}

/**
 * Returns values for columns of `borrowers` that a new person leaves empty or shares with others.
 */
export function plantedColumns(app: TestApp, { id, words }: Pick<Owner, 'id' | 'words'>) {
  const { sealer } = app.context;
  return {
    name_sealed: sealer.seal('name', id, `${words}, name`),
    first_name_sealed: sealer.seal('first name', id, `${words}, first name`),
    agreement_version: `${words}, agreement`,
    locale: 'fil',
    new_accounts_held_until: app.clocks.now().add({ hours: 1 }),
  };
}

function rowsOfAccount(
  app: TestApp,
  { id: borrowerId, words }: Owner,
  { id, at }: ReturnType<typeof makers>,
): Rows {
  const { sealer } = app.context;
  const sealed = (purpose: Purpose, of: string) => sealer.seal(purpose, of, `${words}, ${purpose}`);
  const day = app.today();
  const [changedAt, decision, dispute, correction, recovery] = [at(), id(), id(), id(), id()];
  const draft = { form: 'work', values: { employer: words }, leftAt: null };
  const attribution = { subChannel: words, advertisingId: words, appsflyerId: '' };
  return {
    credit_drafts: {
      form: 'work',
      answers_sealed: sealer.seal('draft', borrowerId, JSON.stringify(draft)),
      device_id: 'd',
      saved_at: at(),
    },
    attributions: {
      details_sealed: sealer.seal('attribution', borrowerId, JSON.stringify(attribution)),
      consented_at: at(),
    },
    consent_withdrawals: { id: id(), kind: 'facebookPage', withdrawn_at: at() },
    rejection_notices: {
      decision_id: decision,
      reason_group: 'other',
      locale: 'en',
      text: words,
      notified_at: at(),
    },
    disputes: {
      id: dispute,
      decision_id: decision,
      text_sealed: sealed('dispute', dispute),
      asked_at: at(),
      due_on: day,
    },
    passkeys: {
      id: id(),
      credential_id: randomBytes(16),
      public_key: randomBytes(16),
      counter: 0,
      transports: [],
      is_backed_up: false,
      browser: 'chrome',
      system: 'android',
      added_at: app.clocks.wall(),
    },
    phone_changes: {
      number: 1,
      changed_on: day,
      changed_at: changedAt,
      method: 'code',
      old_phone_sealed: sealer.seal(
        'former phone',
        formerOf(borrowerId, changedAt),
        '+639175550001',
      ),
    },
    account_recoveries: {
      id: recovery,
      device_id: 'd',
      locale: 'en',
      new_phone_sealed: sealer.seal('recovery phone', recovery, '+639175550002'),
      new_phone_hash: randomBytes(32),
      begun_at: at(),
      asked_at: at(),
    },
    push_subscriptions: {
      device_id: 'd',
      slot: 1,
      subscription_sealed: sealer.seal('push', `${borrowerId} d`, '{}'),
      endpoint_hash: randomBytes(32),
      added_at: app.clocks.wall(),
    },
    corrections: {
      id: correction,
      field: 'address',
      case_no: 'CASE-1',
      value_sealed: sealer.seal('correction', correction, JSON.stringify({ address: words })),
      previous_sealed: sealer.seal('corrected', correction, JSON.stringify({ address: 'x' })),
      proposed_at: at(),
      applied_at: at(),
    },
  };
}

function rowsOfMoney(app: TestApp, owner: Owner, { id, at }: ReturnType<typeof makers>): Rows {
  const { loanId: loan_id, words, amountCentavos } = owner;
  const { sealer } = app.context;
  const day = app.today();
  const [bill, call] = [id(), id()];
  return {
    limit_changes: {
      id: id(),
      number: 99,
      from_centavos: BigInt(amountCentavos),
      to_centavos: BigInt(amountCentavos * 3),
      reason: 'grown',
      request_id: id(),
      who: 'k:ana',
      at: at(),
    },
    limit_increase_requests: {
      id: id(),
      limit_centavos: BigInt(amountCentavos),
      requested_centavos: BigInt(amountCentavos + 3_000_001),
      two_people_above_centavos: 15_000_000n,
      rules_version: 'v',
      asked_at: at(),
      answer_on: day,
      state: 'requested',
    },
    bill_decisions: {
      id: bill,
      loan_id,
      kind: 'waive',
      part: 'late',
      amount_centavos: null,
      value_on: day,
      granted_centavos: 12_345n,
      state: 'confirmed',
    },
    waived_charges: {
      id: id(),
      loan_id,
      decision_id: bill,
      value_on: day,
      amount_centavos: BigInt(amountCentavos / 100 + 7),
      entry_id: id(),
      booked_at: at(),
    },
    collection_calls: {
      id: call,
      loan_id,
      called_at: at(),
      called_on: day,
      number: 1,
      called_by: 'k:ana',
      to_hash: randomBytes(32),
      outcome: 'reached',
      note_sealed: sealer.seal('call note', call, words),
    },
  };
}
