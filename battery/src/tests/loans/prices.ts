// Compares the price of every amount × term × channel of both catalogues with a second
// implementation of the legal caps, in integers.
import { asDay, type Day } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { Catalogue } from '@sandali/server/data/catalogue.ts';
import { catalogues } from '@sandali/server/data/catalogues.ts';
import { legalRules } from '@sandali/server/data/legal-rules.ts';
import { amountsOf } from '@sandali/server/loan/rules/amounts.ts';
import { legalRuleOn } from '@sandali/server/loan/rules/legal-rule.ts';
import { quote } from '@sandali/server/loan/rules/price.ts';
import { type BatteryTest, Findings } from '#/test.ts';

const today = asDay('2026-06-01');
const rule = legalRuleOn(legalRules, today);
const noHolidays: ReadonlySet<Day> = new Set();

/**
 * Checks the caps of SEC MC 14 s.2025 on interest, monthly effective rate, daily cost and all
 * charges, with our margin of 0.10 % a month on the rates.
 */
function isPriceable(principal: bigint, days: bigint, interest: bigint, deducted: bigint): boolean {
  const [received, repaid] = [principal - deducted, principal + interest];
  if (received <= 0n) return false;
  return (
    interest * 500n <= principal * days &&
    repaid ** 30n * 1000n ** days <= received ** 30n * 1119n ** days &&
    (repaid - received) * 300_000n <= received * days * 1190n &&
    repaid - received <= principal
  );
}

type Case = {
  catalogue: Catalogue;
  principal: bigint;
  term: { days: number; serviceFeeBps: number };
  fee: bigint;
};

function cases(): Case[] {
  return catalogues.flatMap((catalogue) =>
    amountsOf(catalogue.amounts).flatMap((amount) =>
      catalogue.terms.flatMap((term) =>
        catalogue.payoutChannels.map(({ feeCentavos }) => ({
          catalogue,
          principal: BigInt(amount),
          term,
          fee: BigInt(feeCentavos),
        })),
      ),
    ),
  );
}

/**
 * Returns the expected price: the listed service fee, or the maximum that caps and margin allow in
 * addition to the channel fee; null if the channel fee alone is too high.
 */
function expected({ principal, term, fee }: Case) {
  const days = BigInt(term.days);
  const interest = (principal * days) / 500n;
  if (!isPriceable(principal, days, interest, fee)) return null;
  let service = (principal * BigInt(term.serviceFeeBps)) / 10_000n;
  while (!isPriceable(principal, days, interest, fee + service)) service -= 1n;
  return { interest, service, arrival: principal - service - fee, repay: principal + interest };
}

export const prices: BatteryTest = {
  name: 'loans-prices',
  about: 'each of 888 prices is right to the centavo and below the cap and its margin',
  async run() {
    const findings = new Findings();
    const counts = { quotes: 0, refused: 0, gaveWay: 0 };
    for (const priceCase of cases()) {
      const { catalogue, principal, term, fee } = priceCase;
      const priced = quote({
        principalCentavos: centavos(principal),
        term,
        pricing: catalogue,
        channelFeeCentavos: centavos(fee),
        coupon: null,
        rule,
        today,
        holidays: noHolidays,
      });
      const should = expected(priceCase);
      const name = `${catalogue.id} ${principal} for ${term.days} days, channel fee ${fee}`;
      counts.quotes += 1;
      if ('refused' in priced || should === null) {
        counts.refused += 1;
        findings.expect(
          'refused' in priced === (should === null),
          `${name}: refused by only one implementation`,
        );
        continue;
      }
      const {
        interestCentavos,
        serviceFeeCentavos,
        serviceFeeListedCentavos,
        arrivalCentavos,
        repayCentavos,
      } = priced;
      const is = [interestCentavos, serviceFeeCentavos, arrivalCentavos, repayCentavos]
        .map(BigInt)
        .join();
      findings.expect(
        is === [should.interest, should.service, should.arrival, should.repay].join(),
        `${name}: ${is}`,
      );
      if (serviceFeeCentavos < serviceFeeListedCentavos) counts.gaveWay += 1;
    }
    findings.expect(counts.quotes === 888, `${counts.quotes} quotes instead of 888`);
    findings.expect(
      counts.gaveWay > 0 && counts.refused > 0,
      'no fee was reduced or no channel was refused, which is therefore untested',
    );
    return findings.outcome(counts);
  },
};
