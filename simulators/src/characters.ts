import type { Behaviour } from './events.ts';

/** How a payout behaves; README.md describes each character. */
export type PayoutCharacter = NonNullable<Behaviour['payout']>;
/** How the bank reports a payment. */
export type PaymentCharacter = NonNullable<Behaviour['payment']>;

const byLastFour: Record<string, PayoutCharacter> = {
  '0001': 'refuse',
  '0002': 'error',
  '0003': 'hang',
  '0004': 'cut',
  '0005': 'disorder',
  '0006': 'reverse',
  '0007': 'fail',
  '0008': 'hide',
  '0009': 'silent',
  '0010': 'busy',
  '0011': 'lose',
  '0012': 'delay',
  '0013': 'contradict',
  '0014': 'short',
  '0015': 'cancelTooLate',
  '0016': 'cancelError',
  '0017': 'blind',
  '0018': 'return',
};

const byCentavos: Record<string, PaymentCharacter> = {
  '66': 'triple',
  '67': 'late',
  '68': 'silent',
};

/** Returns the character for an account number's last four digits, unless a test overrides it. */
export function payoutCharacter(accountNumber: string, behaviour: Behaviour): PayoutCharacter {
  return behaviour.payout ?? byLastFour[accountNumber.slice(-4)] ?? 'plain';
}

/** Returns the character for an amount's last two digits, unless a test overrides it. */
export function paymentCharacter(amountCentavos: number, behaviour: Behaviour): PaymentCharacter {
  return behaviour.payment ?? byCentavos[String(amountCentavos).slice(-2)] ?? 'plain';
}
