import type { BatteryTest } from './test.ts';
import { accounts } from './tests/accounts.ts';
import { amounts } from './tests/amounts/amounts.ts';
import { blind } from './tests/blind/blind.ts';
import { farming } from './tests/credit/farming.ts';
import { returns } from './tests/credit/returns.ts';
import { days } from './tests/days.ts';
import { dblaws } from './tests/dblaws.ts';
import { failover } from './tests/failover/failover.ts';
import { gateways } from './tests/gateways.ts';
import { idem } from './tests/idem.ts';
import { keys } from './tests/keys.ts';
import { kill } from './tests/kill.ts';
import { amounts as loanAmounts } from './tests/loans/amounts.ts';
import { formula } from './tests/loans/formula.ts';
import { machine } from './tests/loans/machine.ts';
import { prices } from './tests/loans/prices.ts';
import { races } from './tests/loans/races.ts';
import { oddpay } from './tests/oddpay.ts';
import { payouts } from './tests/payouts.ts';
import { pooler } from './tests/pooler.ts';
import { recon } from './tests/recon.ts';
import { reports } from './tests/reports/reports.ts';
import { restore } from './tests/restore/restore.ts';
import { roll } from './tests/roll/roll.ts';
import { soak } from './tests/soak.ts';
import { budgets } from './tests/strangers/budgets.ts';
import { carrier } from './tests/strangers/carrier.ts';
import { lockout } from './tests/strangers/lockout.ts';
import { starve } from './tests/strangers/starve.ts';
import { twoPeople } from './tests/two-people.ts';
import { uploads } from './tests/uploads.ts';
import { webhooks } from './tests/webhooks.ts';
import { wire } from './tests/wire.ts';

export const allTests: readonly BatteryTest[] = [
  ...accounts,
  ...wire,
  amounts,
  blind,
  budgets,
  carrier,
  days,
  dblaws,
  failover,
  farming,
  gateways,
  idem,
  keys,
  kill,
  lockout,
  formula,
  prices,
  loanAmounts,
  machine,
  races,
  oddpay,
  payouts,
  pooler,
  recon,
  reports,
  restore,
  returns,
  roll,
  soak,
  starve,
  twoPeople,
  uploads,
  webhooks,
];
