// Compares a renewed price with an expired one for the same choice.
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import type { Quote } from './draft.ts';

export type ChangeId =
  | 'arrival'
  | 'interest'
  | 'serviceFee'
  | 'channelFee'
  | 'repay'
  | 'due'
  | 'coolingOff'
  | 'monthlyRate'
  | 'late'
  | 'extension'
  | 'lender';

/** A figure that changed. Dates are formatted where they are shown. */
export type Change = { id: ChangeId; before: string; after: string };

/** Returns the figures that differ, most important first; empty if the prices are the same. */
export function changesBetween(before: Quote, after: Quote): Change[] {
  const figuresBefore = figuresOf(before);
  const figuresAfter = figuresOf(after);
  return (Object.keys(figuresAfter) as ChangeId[]).flatMap((id) =>
    figuresBefore[id] === figuresAfter[id]
      ? []
      : [{ id, before: figuresBefore[id], after: figuresAfter[id] }],
  );
}

function figuresOf({ facts, lender }: Quote): Record<ChangeId, string> {
  const pesos = (amount: Centavos) => formatPesos(amount);
  return {
    arrival: pesos(facts.arrivalCentavos),
    repay: pesos(facts.repayCentavos),
    due: facts.dueOnIfToday,
    interest: pesos(facts.interestCentavos),
    serviceFee: pesos(facts.serviceFeeCentavos),
    channelFee: pesos(facts.channelFeeCentavos),
    monthlyRate: percent(facts.effectiveMonthlyRateHundredths),
    coolingOff: facts.coolingOffEndsOnIfToday,
    late: pesos(facts.lateChargeFirstDayCentavos),
    extension: pesos(facts.extensionFeeCentavos),
    lender: [lender.name, lender.registrationNumber, lender.authorityNumber, lender.address].join(
      ', ',
    ),
  };
}

/**
 * Formats hundredths of a percent: 11939 is '119.39%', 190 is '1.9%', 100 is '1%'. Works on the
 * digits, without division.
 */
export function percent(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0');
  const decimals = digits.slice(-2).replace(/0+$/, '');
  return `${digits.slice(0, -2)}${decimals && `.${decimals}`}%`;
}
