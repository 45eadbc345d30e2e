// The one list of what staff may do, in the order of the help and of the handbook.
import { accountCommands } from '#/account/commands.ts';
import { closeCommands } from '#/close/commands.ts';
import type { StaffCommand } from '#/commands/command.ts';
import { complaintCommands } from '#/complaint/commands.ts';
import { contactCommands } from '#/contact/commands.ts';
import { creditCommands } from '#/credit/commands.ts';
import { homeCommands } from '#/home/commands.ts';
import { loanCommands } from '#/loan/commands.ts';
import { noticeCommands } from '#/notice/commands.ts';
import { overdueCommands } from '#/overdue/commands.ts';
import { payeeCommands } from '#/payee/commands.ts';
import { payoutCommands } from '#/payout/commands.ts';
import type { PayoutHandlers } from '#/payout/payout.ts';
import { quotaCommands } from '#/quota/commands.ts';
import { reconcileCommands } from '#/reconcile/commands.ts';
import { refuseCommands } from '#/refuse/commands.ts';
import { repaymentCommands } from '#/repayment/commands.ts';
import type { Cases } from '#/repayment/repayment.ts';
import { voucherCommands } from '#/voucher/commands.ts';
import { approvalCommands } from './approvals.ts';
import { configCommands } from './config.ts';
import { holidayCommands } from './holiday.ts';
import { journalCommands } from './journal.ts';
import { ledgerCommands } from './ledger.ts';
import { personCommands } from './person.ts';
import { recoveryCommands } from './recovery.ts';
import { staffCommands } from './staff.ts';
import { switchCommands } from './switch.ts';
import { auditCommands } from './trail.ts';

/** Every command. `payouts` is what a settled payout means to whom it pays, `cases` what customer service has to do with transfers. */
export function commandsOf({ payouts, cases }: { payouts: PayoutHandlers; cases: Cases }): readonly StaffCommand[] {
  const all = [
    ...personCommands,
    ...accountCommands,
    ...recoveryCommands,
    ...noticeCommands,
    ...configCommands,
    ...switchCommands,
    ...ledgerCommands,
    ...journalCommands,
    ...closeCommands,
    ...reconcileCommands,
    ...payoutCommands(payouts),
    ...payeeCommands,
    ...repaymentCommands(cases),
    ...loanCommands,
    ...overdueCommands,
    ...holidayCommands,
    ...creditCommands,
    ...contactCommands,
    ...refuseCommands,
    ...quotaCommands,
    ...complaintCommands,
    ...homeCommands,
    ...voucherCommands,
    ...auditCommands,
    ...staffCommands,
  ];
  return [...all, ...approvalCommands(all)];
}
