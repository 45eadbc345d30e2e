// Tests the facts of proposals about money: they are true before, confirming with the stored input
// makes them true after, and what the second person must type is in none of them.

import { billStatement } from '@sandali/contract/accountStatement.ts';
import { billDetail } from '@sandali/contract/billDetail.ts';
import { complaintCreate } from '@sandali/contract/cases.ts';
import type { Cell } from '@sandali/contract/commands.ts';
import type { Proposal } from '@sandali/contract/desk.ts';
import { centavos } from '@sandali/contract/money.ts';
import { repaymentApply, repaymentStatus } from '@sandali/contract/repayment.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { describe, expect, test } from 'vitest';
import { amountIn, day, entity, inPesos, instant, money } from '#/commands/display.ts';
import { maskPhone } from '#/commands/mask.ts';
import { workCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { companyAccount } from '#/ledger/chart.ts';
import { balanceOf, ownedAccount } from '#/ledger/ledger.ts';
import { payoutSteps } from '#/payout/testing.ts';
import { takeSettlementReport } from '#/reconciliation/reconcile-days.ts';
import { gidOf, testApp } from '#/testing/app.ts';
import { moneySteps } from '#/testing/money.ts';
import { returnSteps } from '#/testing/returns.ts';
import { testOps } from './testing.ts';

const app = await testApp();
const ops = testOps(app.context);
const [ana, ben] = [await ops.careful('finance'), await ops.careful('finance')];
const reason = { reason: 'as agreed, ticket 812' };
const peso = 100;

/** A proposal to make. `now` reads the current value of each fact, by name and in their order. */
type Planned = {
  command: string;
  input: Record<string, unknown>;
  /** The part of the input that the second person types. */
  typed?: { amountCentavos: number; paidOn: string; bankReference: string; code?: string };
  now(): Promise<Record<string, Cell>>;
};

async function proposalIn(waiting: readonly string[]): Promise<Proposal> {
  const { approvals } = (await ben.ask('approvals list')).data as { approvals: Proposal[] };
  const [proposal, ...others] = approvals.filter(({ id }) => !waiting.includes(id));
  if (!proposal || others.length > 0) throw new Error('there must be exactly one new proposal');
  return proposal;
}

async function expectTrueFacts({ command, input, typed, now }: Planned): Promise<void> {
  const before = await now();
  const { approvals } = (await ben.ask('approvals list')).data as { approvals: Proposal[] };
  const proposed = await ana.ask(command, input, reason);
  expect(proposed.wrong).toBe('');
  const proposal = await proposalIn(approvals.map(({ id }) => id));
  expect(proposal.confirmedBy).toBe(command);
  const factsBefore = proposal.facts.map((fact) => [fact.name, fact.before]);
  expect(factsBefore).toEqual(Object.entries(before));
  const seen = JSON.stringify([proposal.what, proposal.facts, proposal.input, proposal.about]);
  for (const value of typed ? [...Object.values(typed), inPesos(typed.amountCentavos)] : [])
    expect(seen).not.toContain(String(value));
  const confirmed = await ben.ask(command, { ...proposal.input, ...typed }, reason);
  expect(confirmed.wrong).toBe('');
  const factsAfter = proposal.facts.map((fact) => [fact.name, fact.after]);
  expect(Object.entries(await now())).toEqual(factsAfter);
  expect(factsAfter).not.toEqual(factsBefore);
}

type Money = ReturnType<typeof moneySteps>;
type Acts = Record<string, () => Promise<Planned>>;
let numbers = 0;
const next = () => {
  numbers += 1;
  return String(numbers).padStart(4, '0');
};

function statementLine(amountCentavos: number) {
  return { amountCentavos, paidOn: app.today().toString(), bankReference: `FT2632${next()}` };
}

function billActs({ debtor }: Money): Acts {
  async function overdueBill() {
    const { anna, loanId } = await debtor(8);
    const { bill } = await anna.client.must(billDetail, { loanId });
    const { lastFreeDay, referenceNo } = bill;
    await app.addDays(app.today().until(Temporal.PlainDate.from(lastFreeDay)).days + 5);
    await app.work();
    const person = entity('person', await gidOf(anna));
    const read = async () => {
      const { data } = await ana.ask('bill show', { reference: referenceNo }, reason);
      return data.bill as Record<string, number>;
    };
    return { anna, reference: referenceNo, person, read };
  }

  return {
    'bill waive': async () => {
      const { reference, person, read } = await overdueBill();
      return {
        command: 'bill waive',
        input: { reference },
        now: async () => {
          const { lateCentavos = 0, owedCentavos = 0 } = await read();
          return { person, 'late charge': money(lateCentavos), owed: money(owedCentavos) };
        },
      };
    },
    'bill adjust': async () => {
      const { reference, person, read } = await overdueBill();
      return {
        command: 'bill adjust',
        input: { reference, part: 'interest', amountCentavos: 120_50 },
        now: async () => {
          const { interestCentavos = 0, owedCentavos = 0 } = await read();
          return { person, interest: money(interestCentavos), owed: money(owedCentavos) };
        },
      };
    },
    'bill write-off': async () => {
      const { anna, reference, person } = await overdueBill();
      return {
        command: 'bill write-off',
        input: { reference },
        now: async () => {
          const { writtenOffCentavos } = await anna.client.must(billStatement, {});
          return { person, 'written off': money(writtenOffCentavos ?? 0) };
        },
      };
    },
  };
}

function suspenseActs({ debtor, bookPayments, receiptsOf }: Money): Acts {
  async function unknownPayment(amountCentavos: number, currency = 'PHP') {
    const code = `77123450${next()}`;
    await app.bank.call('/control/behave', { payment: 'silent' });
    const asked = { code, force: true, amountCentavos, currency };
    const { body } = await app.bank.call('/control/pay', asked);
    await bookPayments(body.id);
    const [receipt] = await receiptsOf(body.id);
    if (!receipt) throw new Error('the payment is not booked');
    const inSuspense = async () => {
      const rows = (await ana.ask('suspense list', { code })).data.money as {
        amountCentavos: number;
      }[];
      return {
        'in suspense': amountIn(currency, rows[0]?.amountCentavos ?? 0),
        'paid on': day(receipt.value_on),
        code,
      };
    };
    return { id: receipt.id, inSuspense };
  }

  return {
    'suspense assign': async () => {
      const { anna, loanId } = await debtor(8);
      const { referenceNo } = (await anna.client.must(billDetail, { loanId })).bill;
      const { id, inSuspense } = await unknownPayment(1_000 * peso);
      return {
        command: 'suspense assign',
        input: { id, person: anna.life.phone, referenceNo },
        now: async () => {
          const { borrower_id: owner } = await app.db
            .selectFrom('receipts')
            .select('borrower_id')
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          const paid = await app.db
            .selectFrom('payment_allocations as m')
            .innerJoin('loans as l', 'l.id', 'm.loan_id')
            .select('l.reference_no')
            .where('m.receipt_id', '=', id)
            .executeTakeFirst();
          return {
            ...(await inSuspense()),
            owner: entity('person', owner),
            'number of the owner': owner && maskPhone(anna.life.phone),
            'loan paid first': entity('loan', paid?.reference_no ?? null),
          };
        },
      };
    },
    'suspense return, in dollars': async () => {
      const { id, inSuspense } = await unknownPayment(40 * peso, 'USD');
      return { command: 'suspense return', input: { id }, now: inSuspense };
    },
  };
}

function claimActs({ debtor, pay, bookPayments, reversePayment }: Money): Acts {
  const { codeToReturn } = returnSteps(app);
  /** Returns a claim for a reversed payment of a loan that was returned. */
  async function claim() {
    const { anna, loanId } = await debtor(8);
    const { code } = await codeToReturn(anna, loanId);
    const paymentId = await pay(code);
    await bookPayments(paymentId);
    await reversePayment(paymentId, 'chargeback');
    const id = await gidOf(anna);
    const owed = async () => ({
      'owed by': entity('person', id),
      owed: money(await balanceOf(app.db, ownedAccount('borrower.takenBack', id))),
    });
    return { id, code, owed };
  }

  return {
    'claim settle, by a transfer': async () => {
      const { id, owed } = await claim();
      const line = statementLine(1_000 * peso);
      for (const { ask } of [ana, ben]) await ask('transfer unmatched', line, reason);
      const { bankReference } = line;
      return {
        command: 'claim settle',
        input: { id, bankReference },
        now: async () => ({ ...(await owed()), 'paid from': `transfer ${bankReference}` }),
      };
    },
    'claim settle, by refundable money': async () => {
      const { id, code, owed } = await claim();
      await bookPayments(await pay(code, 500 * peso));
      return {
        command: 'claim settle',
        input: { id },
        now: async () => ({ ...(await owed()), 'paid from': 'refundable money' }),
      };
    },
    'claim write-off': async () => {
      const { id, owed } = await claim();
      const loss = async () => await balanceOf(app.db, companyAccount('loss.takenBack'));
      const lossBefore = await loss();
      return {
        command: 'claim write-off',
        input: { id },
        now: async () => ({ ...(await owed()), 'written off': money((await loss()) - lossBefore) }),
      };
    },
  };
}

function transferActs({ debtor, receiptsOf }: Money): Acts {
  return {
    'transfer book': async () => {
      const { anna, loanId } = await debtor();
      const wish = { loanId, channel: 'offlineTransfer', amountCentavos: 1_000 * peso } as const;
      const { repaymentId } = await anna.client.must(repaymentApply, wish);
      const reference = (await anna.client.must(repaymentStatus, { repaymentId })).code ?? '';
      const typed = statementLine(4_321_10);
      const { amountCentavos, paidOn } = typed;
      const payment = { channel: 'offlineTransfer', paidOn, amountCentavos, reference };
      const complaint = { kind: 'transferReceipt', loanId, payment, words: null } as never;
      const { number: caseNumber } = await anna.client.must(complaintCreate, complaint);
      return {
        command: 'transfer book',
        input: { reference, caseNumber, ...typed },
        typed,
        now: async () => {
          const [receipt] = await receiptsOf(typed.bankReference);
          const owner = receipt?.borrower_id ?? null;
          const { answered_at: answeredAt } = await app.db
            .selectFrom('complaints')
            .select('answered_at')
            .where('number', '=', caseNumber)
            .executeTakeFirstOrThrow();
          return {
            owner: entity('person', owner),
            'number of the owner': owner && maskPhone(anna.life.phone),
            answers: answeredAt && entity('case', caseNumber),
          };
        },
      };
    },
    'transfer unmatched': async () => {
      const typed = { ...statementLine(1_234_50), code: 'TR-7KQ2-M4X' };
      return {
        command: 'transfer unmatched',
        input: typed,
        typed,
        now: async () => {
          const [receipt] = await receiptsOf(typed.bankReference);
          return { 'booked to': receipt ? 'suspense' : null };
        },
      };
    },
  };
}

const breakActs: Acts = {
  'reconcile settle': async () => {
    const [gateway, reportDay] = [app.context.bank.name, app.today()];
    const line = {
      id: 'nobodys',
      kind: 'payoutReversed',
      reference: 'nobodys-1',
      gatewayId: 'nobodys-1',
      amountCentavos: centavos(77_10),
      currency: 'PHP',
      at: app.clocks.now(),
    } as const;
    await inTx(app.db, (tx) =>
      takeSettlementReport(workCtx(app.context), tx, {
        gateway,
        day: reportDay,
        source: 'file',
        lines: [line],
      }),
    );
    const row = async () =>
      await app.db
        .selectFrom('reconciliation_breaks')
        .selectAll()
        .where('subject', '=', 'nobodys-1')
        .executeTakeFirstOrThrow();
    const { id } = await row();
    return {
      command: 'reconcile settle',
      input: { id },
      now: async () => ({
        kind: 'reversed',
        gateway,
        'by the bank': money(77_10),
        'by the books': null,
        state: (await row()).ended_as ?? 'open',
      }),
    };
  },
};

describe('bills, repayments and breaks', () => {
  const steps = moneySteps(app);
  const acts: Acts = {
    ...billActs(steps),
    ...suspenseActs(steps),
    ...claimActs(steps),
    ...transferActs(steps),
    ...breakActs,
  };

  slow.each(Object.keys(acts))('%s', async (act) => {
    const planned = await acts[act]?.();
    if (!planned) throw new Error(`${act} is not in the table`);
    await expectTrueFacts(planned);
  });
});

// These come last, because a payout that staff settled as paid is not in the bank's report.
describe('payouts', () => {
  const { signed, payoutOf, until, promises } = payoutSteps(app);

  test.each(['failed', 'paid'])('payout resolve as %s', async (outcome) => {
    promises(false);
    const { loanId } = await signed('0010');
    const { id, amount_centavos, borrower_id } = await until(loanId, 'unknown');
    promises(true);
    const paidAt = app.clocks.now().subtract({ nanoseconds: 5_000 }).toString();
    await expectTrueFacts({
      command: 'payout resolve',
      input: { id, outcome, ...(outcome === 'paid' && { paidAt }) },
      now: async () => {
        const { state, paid_at } = await payoutOf(loanId);
        return {
          person: entity('person', borrower_id),
          amount: money(amount_centavos),
          outcome: state,
          ...(outcome === 'paid' && { 'paid at': instant(paid_at) }),
        };
      },
    });
  });
});
