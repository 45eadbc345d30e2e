import { addCentavos, type Centavos, formatPesos, subtractCentavos } from '@sandali/contract/money.ts';
import { formatDay } from '#/kit/days.ts';
import { onePiece } from '#/kit/onePiece.ts';
import { spokenLocale, type Text, useText } from '#/kit/text.ts';
import { type KeyValue, KeyValues } from '#/ui/KeyValues.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Paper } from '#/ui/Paper.tsx';
import type { Quote } from './draft.ts';
import { percent, ruleName } from './figures.ts';

/** The disclosure statement of RA 3765: every figure of the price, the schedule, what may be added and when, and who lends. */
export function Statement({ quote }: { quote: Quote }) {
  const text = useText();
  return (
    <Paper title={text('loan.statement.title')} aside="RA 3765" smallPrint={<SmallPrint quote={quote} />}>
      <KeyValues look="paper" groups={groupsOf(text, quote)} />
    </Paper>
  );
}

type Facts = Quote['facts'];
const row = (label: string, value: string): KeyValue => ({ label, value });
const strong = (label: string, value: string): KeyValue => ({ label, value, isStrong: true });
const less = (amount: Centavos) => `−${formatPesos(amount)}`;
const full = (day: Facts['quotedOn']) => formatDay(day, spokenLocale(), { weekday: true, year: true });

function groupsOf(text: Text, { facts }: Quote): KeyValue[][] {
  return [proceeds(text, facts), charges(text, facts), schedule(text, facts), onlyIf(text, facts)];
}

function proceeds(text: Text, facts: Facts): KeyValue[] {
  const coupon = subtractCentavos(facts.couponCentavos, facts.interestCouponCentavos);
  const fee = addCentavos(facts.serviceFeeCentavos, coupon);
  const isLowered = fee < facts.serviceFeeListedCentavos;
  const rate = percent(facts.serviceFeeBps);
  return [
    row(text('loan.statement.principal'), formatPesos(facts.principalCentavos)),
    row(text('loan.statement.financed'), formatPesos(facts.amountFinancedCentavos)),
    row(
      isLowered
        ? text('loan.statement.feeLowered', { rate, listed: formatPesos(facts.serviceFeeListedCentavos) })
        : text('loan.statement.fee', { rate }),
      less(fee),
    ),
    ...(coupon > 0 ? [row(text('loan.statement.feeCoupon'), `+${formatPesos(coupon)}`)] : []),
    row(text('loan.payoutFee'), less(facts.channelFeeCentavos)),
    strong(text('loan.statement.net'), formatPesos(facts.arrivalCentavos)),
  ];
}

function charges(text: Text, facts: Facts): KeyValue[] {
  const interest = text('loan.statement.interest', { rate: percent(facts.interestPerDayBps), days: facts.termDays });
  return [
    row(interest, formatPesos(facts.interestListedCentavos)),
    ...(facts.interestCouponCentavos > 0 ? [row(text('loan.statement.interestCoupon'), less(facts.interestCouponCentavos))] : []),
    strong(text('loan.statement.charge'), formatPesos(facts.financeChargeCentavos)),
    row(text('loan.statement.aDay'), formatPesos(facts.costADayCentavos)),
    row(text('loan.statement.annual'), percent(facts.simpleAnnualRateHundredths)),
    row(text('loan.statement.monthly'), percent(facts.effectiveMonthlyRateHundredths)),
  ];
}

function schedule(text: Text, facts: Facts): KeyValue[] {
  const hasFreeDays = facts.lastFreeDayIfToday !== facts.dueOnIfToday;
  return [
    strong(text('loan.statement.payment', { days: facts.termDays }), formatPesos(facts.repayCentavos)),
    row(text('loan.statement.dueIfToday'), full(facts.dueOnIfToday)),
    ...(hasFreeDays ? [row(text('loan.statement.freeUntil'), full(facts.lastFreeDayIfToday))] : []),
  ];
}

function onlyIf(text: Text, facts: Facts): KeyValue[] {
  return [
    row(text('loan.statement.ifLate'), formatPesos(facts.lateChargeFirstDayCentavos)),
    row(text('loan.statement.ifExtended', { days: facts.termDays }), formatPesos(facts.extensionFeeCentavos)),
  ];
}

function SmallPrint({ quote: { facts, lender, disclosureVersion } }: { quote: Quote }) {
  const text = useText();
  const principal = formatPesos(facts.principalCentavos);
  return (
    <Stack>
      <p>{text('loan.statement.lateRule', { rate: percent(facts.lateChargePerMonthBps), principal })}</p>
      <p>{text('loan.statement.extendRule')}</p>
      <p>{text('loan.statement.early')}</p>
      <p>{text('loan.statement.cap', { rule: ruleName(facts.legalRule), day: full(facts.quotedOn) })}</p>
      <p>
        {text('loan.statement.lender', {
          name: lender.name,
          registration: lender.registrationNumber,
          authority: lender.authorityNumber,
          telephone: onePiece(lender.telephone),
        })}
      </p>
      <p>{text('loan.statement.version', { version: disclosureVersion })}</p>
    </Stack>
  );
}
