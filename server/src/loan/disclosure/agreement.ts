// The loan agreement in plain language, with a loan's figures.
import { isPickup } from '@sandali/contract/channel.ts';
import type { LoanText } from '@sandali/contract/loanText.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { say } from '#/texts/say.ts';
import { namedDay } from '#/texts/written-day.ts';
import { arrivalDay, inOneLine, percent, receiverName, type TextFacts } from './figures.ts';

type Agreement = LoanText['agreement'];

/** Returns the agreement for a priced loan. */
export function agreementOf(locale: Locale, of: TextFacts): Agreement {
  const { facts } = of;
  const principal = formatPesos(facts.principalCentavos);
  const arrival = formatPesos(facts.arrivalCentavos);
  const extension = { days: facts.termDays, fee: formatPesos(facts.extensionFeeCentavos) };
  const arrives = arrivalDay(locale, facts);
  const repay = {
    repay: formatPesos(facts.repayCentavos),
    days: facts.termDays,
    day: namedDay(locale, facts.dueOnIfToday),
    arrives,
  };
  const late = { rate: percent(facts.lateChargePerMonthBps), principal };
  const account = receiverName(locale, {
    channel: facts.channel,
    receiver: of.receiver,
    chains: of.chains,
  });
  const how = isPickup(facts.channel) ? 'pickupWords' : 'loanWords';
  const back = { arrival, day: namedDay(locale, facts.coolingOffEndsOnIfToday), arrives };
  const clause = (title: string, words: string) => ({ title, words });
  return {
    title: say(locale, 'document.agreement.title'),
    clauses: [
      clause(say(locale, 'document.agreement.parties'), parties(locale, of)),
      clause(
        say(locale, 'document.agreement.loan'),
        say(locale, `document.agreement.${how}`, { principal, arrival, account }),
      ),
      clause(
        say(locale, 'document.agreement.cost'),
        say(locale, 'document.agreement.costWords', {
          cost: formatPesos(facts.financeChargeCentavos),
        }),
      ),
      clause(
        say(locale, 'document.agreement.repay'),
        say(locale, 'document.agreement.repayWords', repay),
      ),
      clause(say(locale, 'document.agreement.early'), say(locale, 'document.agreement.earlyWords')),
      clause(
        say(locale, 'document.agreement.late'),
        say(locale, 'document.agreement.lateWords', late),
      ),
      clause(
        say(locale, 'document.agreement.extend'),
        say(locale, 'document.agreement.extendWords', extension),
      ),
      clause(
        say(locale, 'document.agreement.cooling'),
        say(locale, 'document.agreement.coolingWords', back),
      ),
      clause(say(locale, 'document.agreement.fair'), say(locale, 'document.agreement.fairWords')),
      clause(say(locale, 'document.agreement.copy'), say(locale, 'document.agreement.copyWords')),
      clause(
        say(locale, 'document.agreement.law'),
        say(locale, 'document.agreement.lawWords', { telephone: inOneLine(of.lender.telephone) }),
      ),
    ],
  };
}

function parties(locale: Locale, { lender, borrower }: TextFacts): string {
  return say(locale, 'document.agreement.partiesWords', {
    borrower: borrower.name,
    lender: lender.name,
    registration: lender.registrationNumber,
    authority: lender.authorityNumber,
  });
}
