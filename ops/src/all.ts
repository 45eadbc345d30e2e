// The one list of commands, in the order of the help.
import type { Command } from './command.ts';
import { auditList } from './commands/audit-list.ts';
import { configGet } from './commands/config-get.ts';
import { configList } from './commands/config-list.ts';
import { configSet } from './commands/config-set.ts';
import { ledgerCheck } from './commands/ledger-check.ts';
import { ledgerTrialBalance } from './commands/ledger-trial-balance.ts';

export const allCommands: readonly Command[] = [configList, configGet, configSet, ledgerCheck, ledgerTrialBalance, auditList];
