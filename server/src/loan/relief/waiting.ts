// The proposed decisions about bills, as the second person sees them.
import type { Fact } from '@sandali/contract/desk.ts';
import { type Owed, owed } from '@sandali/contract/owed.ts';
import { unchanged, type Waiting, type WaitingAt } from '#/commands/command.ts';
import { entity, inPesos, money } from '#/commands/display.ts';
import type { Read } from '#/db/database.ts';
import { billsOf } from '#/loan/bill.store.ts';
import { factsOf } from '#/loan/facts.ts';
import { todayOf } from '#/platform/days.ts';
import { invariant } from '#/platform/refuse.ts';
import { type DecisionKind, decisionsWithIds } from './store.ts';

type Proposal = Awaited<ReturnType<typeof decisionsWithIds>>[number];

const commandOf: Record<DecisionKind, string> = {
  waive: 'bill waive',
  adjust: 'bill adjust',
  writeOff: 'bill write-off',
};

export async function waitingReliefs(read: Read, { ids, now }: WaitingAt): Promise<Waiting[]> {
  const waiting: Waiting[] = [];
  for (const proposal of await decisionsWithIds(read, ids)) {
    const { id, reference_no: reference, part, amount_centavos: amount } = proposal;
    const [bill] = await billsOf(read, proposal.borrower_id, { loanId: proposal.loan_id });
    invariant(bill, 'a decision is about a bill');
    const kind = proposal.kind as DecisionKind;
    const words = amount === null ? 'all' : inPesos(amount);
    waiting.push({
      id,
      confirmedBy: commandOf[kind],
      what: `loan ${reference}, ${part === null ? '' : `${part}, `}${words}`,
      facts: [
        unchanged('person', entity('person', proposal.borrower_id)),
        ...changesOf(proposal, owed(factsOf(bill), todayOf(now))),
      ],
      input: {
        reference,
        ...(kind === 'adjust' && { part }),
        ...(amount !== null && { amountCentavos: Number(amount) }),
      },
      about: { as: 'loan', id: reference },
    });
  }
  return waiting;
}

/** Returns how the decision changes today's debt. */
function changesOf({ part, amount_centavos: amount }: Proposal, due: Owed): Fact[] {
  const total = due.totalCentavos;
  if (part === null) return [{ name: 'written off', before: money(0), after: money(total) }];
  const owes = part === 'late' ? due.lateCentavos : due.interestCentavos;
  const waived = amount === null ? owes : Number(amount);
  // The command refuses an amount above what is owed by now.
  const left = (before: number) => (waived > owes ? null : money(before - waived));
  return [
    { name: part === 'late' ? 'late charge' : 'interest', before: money(owes), after: left(owes) },
    { name: 'owed', before: money(total), after: left(total) },
  ];
}
