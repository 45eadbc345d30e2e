import { formatPesos } from '@sandali/contract/money.ts';
import { formatDay } from '#/kit/days.ts';
import { onePiece } from '#/kit/onePiece.ts';
import { spokenLocale, type Text, useText } from '#/kit/text.ts';
import { Button } from '#/ui/Button.tsx';
import { each } from '#/ui/each.ts';
import { Stack } from '#/ui/Layout.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { Heading, Text as Words } from '#/ui/Text.tsx';
import { accountName, channelFaces } from './channelWords.ts';
import type { Quote } from './draft.ts';
import { percent } from './figures.ts';

type Props = { quote: Quote; onClose(): void /** Only the drawing, within the page (for the gallery). */; isDrawnOnly?: boolean };

/** The loan agreement in plain words, with this loan's own figures. */
export function AgreementSheet({ quote, onClose, isDrawnOnly }: Props) {
  const text = useText();
  const Frame = isDrawnOnly ? SheetPanel : Sheet;
  return (
    <Frame
      title={text('loan.agreement.title')}
      detail={text('loan.agreement.detail', { version: quote.disclosureVersion })}
      closeLabel={text('shell.close')}
      onClose={onClose}
      foot={<Button onClick={onClose}>{text('loan.agreement.close')}</Button>}
      isTall
    >
      <Stack gap={4} role="group" aria-label={text('loan.agreement.title')} tabIndex={0}>
        {each(clausesOf(text, quote), ([title, words]) => (
          <section>
            <Heading level={3}>{title}</Heading>
            <Words>{words}</Words>
          </section>
        ))}
      </Stack>
    </Frame>
  );
}

function clausesOf(text: Text, { facts, lender, receiver }: Quote): [title: string, words: string][] {
  const day = (of: typeof facts.quotedOn) => formatDay(of, spokenLocale(), { weekday: true, year: true });
  const account = receiver ? accountName(receiver) : text(channelFaces[facts.channel].name);
  const principal = formatPesos(facts.principalCentavos);
  const arrival = formatPesos(facts.arrivalCentavos);
  const late = { rate: percent(facts.lateChargePerMonthBps), principal };
  return [
    [
      text('loan.agreement.parties'),
      text('loan.agreement.partiesWords', {
        lender: lender.name,
        registration: lender.registrationNumber,
        authority: lender.authorityNumber,
      }),
    ],
    [text('loan.agreement.loan'), text('loan.agreement.loanWords', { principal, arrival, account })],
    [text('loan.agreement.cost'), text('loan.agreement.costWords', { cost: formatPesos(facts.financeChargeCentavos) })],
    [
      text('loan.agreement.repay'),
      text('loan.agreement.repayWords', { repay: formatPesos(facts.repayCentavos), days: facts.termDays, day: day(facts.dueOnIfToday) }),
    ],
    [text('loan.agreement.early'), text('loan.agreement.earlyWords')],
    [text('loan.agreement.late'), text('loan.agreement.lateWords', late)],
    [
      text('loan.agreement.extend'),
      text('loan.agreement.extendWords', { days: facts.termDays, fee: formatPesos(facts.extensionFeeCentavos) }),
    ],
    [text('loan.agreement.cooling'), text('loan.agreement.coolingWords', { arrival, day: day(facts.coolingOffEndsOnIfToday) })],
    [text('loan.agreement.fair'), text('loan.agreement.fairWords')],
    [text('loan.agreement.law'), text('loan.agreement.lawWords', { telephone: onePiece(lender.telephone) })],
  ];
}
