import { centavos, formatPesos } from '@sandali/contract/money.ts';
import type { Command } from '#/command.ts';
import type { Cell } from '#/table.ts';

type Person = {
  userGid: string;
  account: {
    phone: string;
    name: string | null;
    locale: string;
    registeredAt: string;
    hasPassword: boolean;
    newAccountsHeldHours: number;
    openSessions: number;
    devices: number;
    lastSeenAt: string | null;
  };
  credit: {
    state: string;
    decidedAt: string | null;
    reasonGroup: string | null;
    resubmitOn: string | null;
    idNumber: string | null;
    line: { limitCentavos: number; usedCentavos: number; heldCentavos: number; availableCentavos: number } | null;
  };
  bills: { referenceNo: string; state: string; currentDue: { owedCentavos: number; on: string }; dueOn: string; overdueDays: number }[];
  loansOnTheWay: { referenceNo: string; state: string; principalCentavos: number; signedAt: string }[];
  payoutAccounts: { label: string; last4: string; canBePaid: boolean }[];
  messages: { at: string; kind: string; state: string }[];
};

const pesos = (amount: number) => formatPesos(centavos(amount));

export const personShow: Command = {
  name: 'person show',
  usage: '<number | userGid | reference> [--reveal] --reason "…"',
  about: 'Shows a person as support needs them: account, credit, line, loans and bills, last messages. Masked, unless --reveal is given.',
  examples: [
    'person show "0917 123 4567" --reason "calls about a payment, ticket 812"',
    'person show 4021938857 --reveal --reason "name on the receipt differs, ticket 812"',
  ],
  isAboutPerson: true,
  canReveal: true,
  input: ({ words: [person, ...rest] }) => (person && rest.length === 0 ? { person } : null),
  show: (person: Person) => ({ rows: [['what', 'is'], ...accountRows(person), ...creditRows(person), ...moneyRows(person)] }),
};

function accountRows({ userGid, account }: Person): Cell[][] {
  const { openSessions, devices, lastSeenAt } = account;
  return [
    ['userGid', userGid],
    ['number', account.phone],
    ['name', account.name],
    ['language', account.locale],
    ['registered', account.registeredAt],
    ['password', account.hasPassword ? 'set' : 'none'],
    ['open sessions', openSessions],
    ['devices', devices],
    ['last seen', lastSeenAt],
    ...(account.newAccountsHeldHours > 0 ? [['new accounts', `held for ${account.newAccountsHeldHours} hours`]] : []),
  ];
}

function creditRows({ credit }: Person): Cell[][] {
  const { line } = credit;
  const decided = [credit.decidedAt, credit.reasonGroup, credit.resubmitOn && `again from ${credit.resubmitOn}`].filter(Boolean);
  return [
    ['credit', [credit.state, ...decided].join(', ')],
    ['ID number', credit.idNumber],
    [
      'line',
      line &&
        `${pesos(line.availableCentavos)} of ${pesos(line.limitCentavos)} available, ${pesos(line.usedCentavos)} out, ${pesos(line.heldCentavos)} held`,
    ],
  ];
}

function moneyRows({ bills, loansOnTheWay, payoutAccounts, messages }: Person): Cell[][] {
  const late = (days: number) => (days > 0 ? `, ${days} days overdue` : '');
  return [
    ...bills.map((one) => [
      `bill ${one.referenceNo}`,
      `${one.state}, ${pesos(one.currentDue.owedCentavos)} to pay on ${one.currentDue.on}, due ${one.dueOn}${late(one.overdueDays)}`,
    ]),
    ...loansOnTheWay.map((one) => [`loan ${one.referenceNo}`, `${one.state}, ${pesos(one.principalCentavos)}, signed ${one.signedAt}`]),
    ...payoutAccounts.map((one) => ['account', `${one.label} •••• ${one.last4}${one.canBePaid ? '' : ', cannot be paid'}`]),
    ...messages.map((one) => [`message ${one.at}`, `${one.kind}, ${one.state}`]),
  ];
}
