// All staff commands, in the order in which the help and the handbook list them.
import { accountCommands } from '#/account/commands.ts';
import { caseCommands } from '#/cases/commands.ts';
import { closingCommands } from '#/closing/commands.ts';
import { collectionsCommands } from '#/collections/commands.ts';
import type { StaffCommand } from '#/commands/command.ts';
import { couponCommands } from '#/coupon/commands.ts';
import { creditCommands } from '#/credit/commands.ts';
import { ledgerCommands } from '#/ledger/commands.ts';
import { limitCommands } from '#/limit/commands.ts';
import { loanCommands, promiseCommands } from '#/loan/commands.ts';
import { notificationCommands } from '#/notifications/commands.ts';
import { payoutCommands } from '#/payout/commands.ts';
import type { PayoutHandlers } from '#/payout/payout.ts';
import { payoutAccountCommands } from '#/payout-accounts/commands.ts';
import { privacyCommands } from '#/privacy/commands.ts';
import { reconciliationCommands } from '#/reconciliation/commands.ts';
import { repaymentCommands } from '#/repayment/commands.ts';
import type { Cases } from '#/repayment/repayment.ts';
import { reportCommands } from '#/reports/commands.ts';
import { keyCommands } from '#/rotation/commands.ts';
import { settingsCommands } from '#/settings/commands.ts';
import { accessCommands } from './access.ts';
import { approvalCommands } from './approvals.ts';
import { inboxCommands } from './cases.ts';
import { filesCommands } from './files.ts';
import { findCommands } from './find.ts';
import { holidayCommands } from './holiday.ts';
import { personCommands } from './person.ts';
import { staffCommands } from './staff.ts';
import { standingCommands } from './standing.ts';
import { timelineCommands } from './timeline.ts';
import { todayCommands } from './today.ts';
import { auditCommands } from './trail.ts';

/**
 * Returns every command. `payouts` applies a settled payout to its loan or refund; `cases` replies
 * to the case that a transfer refers to.
 */
export function commandsOf({
  payouts,
  cases,
}: {
  payouts: PayoutHandlers;
  cases: Cases;
}): readonly StaffCommand[] {
  const commands = [
    ...findCommands,
    ...personCommands,
    ...timelineCommands,
    ...accountCommands,
    ...notificationCommands,
    ...settingsCommands,
    ...ledgerCommands,
    ...closingCommands,
    ...reportCommands,
    ...reconciliationCommands,
    ...payoutCommands(payouts),
    ...payoutAccountCommands,
    ...repaymentCommands(cases),
    ...loanCommands,
    ...collectionsCommands,
    ...promiseCommands,
    ...holidayCommands,
    ...creditCommands,
    ...limitCommands,
    ...caseCommands,
    ...privacyCommands,
    ...couponCommands,
    ...filesCommands,
    ...keyCommands,
    ...auditCommands,
    ...staffCommands,
    ...accessCommands,
  ];
  const listed = [...commands, ...approvalCommands(commands)];
  return [
    ...todayCommands(listed),
    ...listed,
    ...standingCommands(listed),
    ...inboxCommands(listed),
  ];
}
