// The parts of a promise as a collector types them, and what is wrong with them.
import { addDays, type Day, earlierDay } from '@sandali/contract/day.ts';
import {
  type Centavos,
  centavos,
  floorShare,
  formatPesos,
  readPesos,
  sumCentavos,
} from '@sandali/contract/money.ts';
import type { PromiseTerms } from './answers.ts';

/** A typed part. The amount of the last part can be `rest`. */
export type TypedPart = { on: string; amount: string };

export const rest = 'rest';
const daysToFirst = 6;
const daysApart = 15;

/** Returns parts of whole pesos: the first in a week, the others 15 days apart, the last the rest. */
export function equalParts(count: number, of: PromiseTerms): TypedPart[] {
  const each = floorShare(of.totalCentavos, 1, 100 * count);
  return Array.from({ length: count }, (_, nth) => ({
    on: earlierDay(addDays(of.firstDay, daysToFirst + nth * daysApart), of.lastDay),
    amount: nth < count - 1 ? `${each}` : rest,
  }));
}

function amountOf({ amount }: TypedPart): Centavos | null {
  const read = readPesos(amount);
  return 'fault' in read ? null : read.amountCentavos;
}

/** Returns how much of the sum the named amounts leave; below zero if they exceed it. */
export function leftOf(parts: readonly TypedPart[], { totalCentavos }: PromiseTerms): number {
  return totalCentavos - sumCentavos(parts.map((part) => amountOf(part) ?? centavos(0)));
}

/** Says what is wrong with the parts, by the rules of the server; null if nothing is. */
export function faultOfParts(parts: readonly TypedPart[], of: PromiseTerms): string | null {
  const left = leftOf(parts, of);
  for (const [nth, part] of parts.entries()) {
    const before = parts[nth - 1]?.on ?? addDays(of.firstDay, -1);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(part.on)) return `Give part ${nth + 1} a day.`;
    if (part.on <= before || part.on > of.lastDay)
      return `Part ${nth + 1} must be due after ${before} and by ${of.lastDay}.`;
    const isLast = nth === parts.length - 1;
    if (part.amount.trim() === rest && !isLast) return 'Only the last part can be the rest.';
    if (part.amount.trim() !== rest && !amountOf(part))
      return `Give part ${nth + 1} an amount in pesos${isLast ? ', or rest' : ''}.`;
  }
  const hasRest = parts.at(-1)?.amount.trim() === rest;
  if (hasRest && left <= 0) return 'Nothing is left for the last part. Give smaller parts.';
  if (!hasRest && left !== 0)
    return left > 0
      ? `${formatPesos(centavos(left))} is missing from the sum.`
      : `The parts are ${formatPesos(centavos(-left))} more than the sum.`;
  return null;
}

/** Returns the parts as the command accepts them. */
export function sentParts(parts: readonly TypedPart[]) {
  return parts.map((part) => {
    const amountCentavos = amountOf(part);
    return { on: part.on as Day, ...(amountCentavos && { amountCentavos }) };
  });
}
