// A second implementation of bills for tests: a day-by-day loop with exact fractions, independent
// of the closed forms.
import { addDays, type Day, daysBetween } from '@sandali/contract/day.ts';
import type { BillFacts } from './bill.ts';

/** An event on a day: a payment in centavos, or an extension offered on that day. */
export type SlowEvent =
  | { readonly on: Day; readonly pay: number }
  /**
   * `paid` is the amount paid for the extension. What the fee and the late charge leave of it pays
   * the bill. If `paid` is absent, the payment was exactly the fee plus the late charge.
   */
  | { readonly on: Day; readonly extend: { readonly lastFreeOn: Day; readonly paid?: number } };

type SlowOwed = {
  late: number;
  interest: number;
  principal: number;
  charges: number;
  left: number;
};

/**
 * Returns the debt at the end of a day, all charges so far, and the money that the bill did not
 * need. Events must be in the order of their days.
 */
export function slowOwed(loan: BillFacts, events: readonly SlowEvent[], until: Day): SlowOwed {
  let last: SlowOwed | null = null;
  for (const [day, owed] of slowDays(loan, events)) {
    if (day > until) break;
    last = owed;
  }
  if (!last) throw new RangeError('nothing is owed before the money arrives');
  return last;
}

/** Yields the figures of `slowOwed` for each day from the arrival on, without end. */
export function* slowDays(
  loan: BillFacts,
  events: readonly SlowEvent[],
): Generator<readonly [Day, SlowOwed]> {
  const P = BigInt(loan.principalCentavos);
  const bps = {
    interest: BigInt(loan.interestPerDayBps),
    late: BigInt(loan.lateChargePerMonthBps),
    fee: BigInt(loan.serviceFeeBps),
  };
  const coupon = BigInt(loan.interestCouponCentavos);
  const deducted = P - BigInt(loan.arrivalCentavos);
  let [principal, isRemainderWaived, lastFreeOn] = [P, false, loan.firstLastFreeOn];
  let [interestSum, lateSum, interestWaived, lateWaived, interestPaid] = [0n, 0n, 0n, 0n, 0n];
  let [latePaid, latePaidBefore, fees, left] = [0n, 0n, 0n, 0n];

  const interestSoFar = () => positive((interestSum * bps.interest) / 10_000n - coupon);
  const lateSoFar = () => {
    const room = positive(P - deducted - interestSoFar() - fees - latePaidBefore);
    const formula = (lateSum * bps.late) / 300_000n;
    return formula < room ? formula : room;
  };
  const lateLeft = () => lateSoFar() - latePaid - lateWaived;
  const interestLeft = () => positive(interestSoFar() - interestPaid - interestWaived);
  const waive = (part: 'late' | 'interest', amount: bigint) => {
    if (part === 'late') lateWaived += least(amount, lateLeft());
    else interestWaived += least(amount, interestLeft());
  };
  const pay = (amount: bigint) => {
    const late = least(amount, lateLeft());
    const interest = least(amount - late, interestLeft());
    const toPrincipal = least(amount - late - interest, principal);
    latePaid += late;
    interestPaid += interest;
    principal -= toPrincipal;
    left += amount - late - interest - toPrincipal;
  };
  const extend = (to: Day, paid?: number) => {
    const fee =
      (principal * BigInt(loan.termDays) * bps.interest) / 10_000n +
      (principal * bps.fee) / 10_000n;
    const late = lateLeft();
    // A bill that is already paid is not extended.
    const isPaid = principal === 0n;
    if (!isPaid) {
      latePaidBefore += lateSoFar();
      fees += fee;
      [latePaid, lateWaived, lateSum, lastFreeOn] = [0n, 0n, 0n, to];
    }
    if (paid !== undefined) pay(BigInt(paid) - (isPaid ? 0n : fee + late));
  };
  /** Waives a remainder of less than one peso, once per loan. */
  const waiveRemainder = () => {
    const rest = lateLeft() + interestLeft() + principal;
    if (rest === 0n || rest > 99n || isRemainderWaived) return;
    waive('late', rest);
    waive('interest', rest);
    [principal, isRemainderWaived] = [0n, true];
  };

  const promised = promiseRunner(loan, events);
  for (let day = loan.arrivedOn; ; day = addDays(day, 1)) {
    const k = daysBetween(loan.arrivedOn, day);
    if (k > 0 && k <= loan.termDays) interestSum += principal;
    const isWrittenOff = loan.writtenOffOn !== null && day > loan.writtenOffOn;
    if (day > lastFreeOn && !isWrittenOff && !promised.isKept(day))
      lateSum += principal + interestLeft();
    for (const relief of loan.reliefs)
      if (relief.on === day) waive(relief.part, BigInt(relief.amountCentavos));
    for (const event of events) {
      if (event.on !== day) continue;
      if ('pay' in event) pay(BigInt(event.pay));
      else extend(event.extend.lastFreeOn, event.extend.paid);
      waiveRemainder();
    }
    promised.endOfDay(day);
    const charges = deducted + interestSoFar() + fees + latePaidBefore + lateSoFar();
    yield [
      day,
      inNumbers({ late: lateLeft(), interest: interestLeft(), principal, charges, left }),
    ];
  }
}

/** Tracks from day to day whether the promise to pay is kept. */
function promiseRunner({ promises }: BillFacts, events: readonly SlowEvent[]) {
  type Running = BillFacts['promises'][number];
  let running: Running | undefined;
  let [came, extensions] = [0n, 0];
  const promisedBy = ({ parts, paidBeforeCentavos }: Running, nth: number) =>
    parts
      .slice(0, nth + 1)
      .reduce((sum, part) => sum + BigInt(part.amountCentavos), BigInt(paidBeforeCentavos));
  return {
    isKept: (day: Day) => running?.parts.some((part) => part.on >= day) ?? false,
    /** A missed part ends a promise; an extension or a new promise replaces it. */
    endOfDay(day: Day) {
      for (const event of events) {
        if (event.on !== day) continue;
        came += BigInt('pay' in event ? event.pay : (event.extend.paid ?? 0));
        if ('extend' in event) [running, extensions] = [undefined, extensions + 1];
      }
      const now = running;
      if (now?.parts.some((part, nth) => part.on === day && came < promisedBy(now, nth)))
        running = undefined;
      running =
        promises.find(
          (promise) => promise.madeOn === day && promise.extensionsBefore === extensions,
        ) ?? running;
    },
  };
}

const inNumbers = ({
  late,
  interest,
  principal,
  charges,
  left,
}: Record<keyof SlowOwed, bigint>): SlowOwed => ({
  late: Number(late),
  interest: Number(interest),
  principal: Number(principal),
  charges: Number(charges),
  left: Number(left),
});
const positive = (amount: bigint) => (amount > 0n ? amount : 0n);
const least = (a: bigint, b: bigint) => (a < b ? a : b);
