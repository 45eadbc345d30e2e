import type { LoanId } from '@sandali/contract/id.ts';
import { zeroCentavos } from '@sandali/contract/money.ts';
import { callAddress } from '#/client/callAddress.ts';
import { unbreakable } from '#/client/unbreakable.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { addressOf } from '#/routes/paths.ts';
import { DueSum, dueParts, useDueText, usePayText } from '#/screens/DueAmount.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Outcome } from '#/ui/Outcome.tsx';
import { Heading, Text } from '#/ui/Text.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import type { ExtensionOption, Renewal } from './answers.ts';
import { OptionCards } from './OptionCards.tsx';
import { OptionDetail } from './OptionDetail.tsx';
import { PlanDetail, PlanDock } from './PlanDetail.tsx';

type ExtensionViewProps = {
  renewal: Renewal;
  way: ExtensionOption;
  onWay(way: ExtensionOption): void;
  count: number;
  onCount(count: number): void;
  telephone: string;
};

/** The amount owed, the options, and for the chosen option its consequences and its button. */
export function ExtensionView({
  renewal,
  way: preferred,
  onWay,
  count: wantedCount,
  onCount,
  telephone,
}: ExtensionViewProps) {
  const text = useText();
  const { extension, part, obstacle, plans } = renewal;
  const isOpen = {
    all: true,
    part: part !== null,
    plan: plans.choices.length > 0,
    extend: extension !== null,
  };
  // If the preferred option is unavailable, default to the option that needs the least money today.
  const way = isOpen[preferred]
    ? preferred
    : ((['part', 'plan', 'all'] as const).find((option) => isOpen[option]) ?? 'all');
  const counts = plans.choices.map((parts) => parts.length);
  const count = counts.includes(wantedCount) ? wantedCount : (counts[0] ?? 2);
  const isOut = obstacle !== null && obstacle !== 'extensionTooEarly';
  return (
    <>
      <Page>
        <div>
          <Heading level={2}>{text('extension.head')}</Heading>
          <Text size="s">
            <Owed renewal={renewal} />
          </Text>
        </div>
        <OptionCards renewal={renewal} way={way} onWay={onWay} />
        {way === 'plan' ? (
          <PlanDetail plans={plans} isAtCap={isAtCap(renewal)} count={count} onCount={onCount} />
        ) : (
          <OptionDetail renewal={renewal} way={way} />
        )}
        <TalkToUs loanId={renewal.bill.loanId} isOut={isOut} telephone={telephone} />
      </Page>
      <Footer>
        <PayDock renewal={renewal} way={way} count={count} />
      </Footer>
    </>
  );
}

/**
 * Whether an overdue bill has stopped growing. If so, the balance after a partial payment bears no
 * further late charge.
 */
const isAtCap = ({ bill, part }: Renewal) =>
  bill.overdueDays > 0 && !bill.promised && part?.lateADayCentavos === 0;

/** A link to call customer service or, if no telephone number is configured, to open a case. */
function TalkToUs({
  loanId,
  isOut,
  telephone,
}: {
  loanId: LoanId;
  isOut: boolean;
  telephone: string;
}) {
  const text = useText();
  const way = telephone
    ? ({
        icon: 'call',
        words: 'extension.talk',
        href: callAddress(telephone),
        label: unbreakable(telephone),
      } as const)
    : ({
        icon: 'chat',
        words: 'extension.write',
        href: addressOf('complaints', { kind: 'other', loanId }),
        label: text('repayment.bill.talk'),
      } as const);
  return (
    <Note
      title={text('extension.cannot.title')}
      icon={way.icon}
      action={<TextLink href={way.href}>{way.label}</TextLink>}
    >
      {text(isOut ? 'extension.cannot.call' : way.words)}
    </Note>
  );
}

function Owed({ renewal }: { renewal: Renewal }) {
  const text = useText();
  const { bill } = renewal;
  const words = useDueText();
  const { currentDue, nextDue } = bill;
  const due = words(nextDue ?? currentDue, currentDue.on);
  if (bill.overdueDays > 0 && bill.promised) return text('extension.owe.plan', { due });
  if (isAtCap(renewal)) return text('extension.owe.today', { due });
  if (bill.overdueDays > 0) return text('extension.owe.late', { due, days: bill.overdueDays });
  if (bill.daysToDue < 0) return text('extension.owe.free', { due });
  return bill.daysToDue === 0
    ? text('extension.owe.today', { due })
    : text('extension.owe.due', { due, today: words(currentDue, currentDue.on) });
}

/** The amount due today, the remainder, and the main action. */
function PayDock({
  renewal,
  way,
  count,
}: {
  renewal: Renewal;
  way: ExtensionOption;
  count: number;
}) {
  const text = useText();
  const pay = usePayText();
  const { bill, extension, part, feeCode } = renewal;
  const { loanId } = bill;
  const day = (on: typeof bill.dueOn, weekday = true) =>
    formatDay(on, currentLocale(), { weekday });
  if (way === 'extend' && extension) {
    return (
      <Dock
        consequence={
          <Outcome
            startLabel={text('extension.payToday')}
            start={<Amount centavos={extension.totalCentavos} />}
            endLabel={text('extension.thenOn', { day: dueParts(extension.dueAfter).day })}
            end={<DueSum due={extension.dueAfter} />}
          />
        }
        below={
          feeCode && (
            <TextLink href={addressOf('extension', { loanId, how: 'extend' })}>
              {text('extension.do.elsewhere')}
            </TextLink>
          )
        }
      >
        {feeCode ? (
          <ButtonLink href={addressOf('repayment', { loanId, repaymentId: feeCode.repaymentId })}>
            {text('extension.do.code')}
          </ButtonLink>
        ) : (
          <ButtonLink href={addressOf('extension', { loanId, how: 'extend' })}>
            {text('extension.do.extend', { day: day(extension.dueAfter.on, false) })}
          </ButtonLink>
        )}
      </Dock>
    );
  }
  if (way === 'plan') return <PlanDock loanId={loanId} plans={renewal.plans} count={count} />;
  if (way === 'part' && part) {
    const isLate = bill.overdueDays > 0;
    return (
      <Dock
        consequence={
          <Outcome
            startLabel={text('extension.payFrom')}
            start={<Amount centavos={part.leastCentavos} />}
            endLabel={
              isLate
                ? text('extension.restToday')
                : text('extension.thenOn', { day: dueParts(part.dueAfter).day })
            }
            end={<DueSum due={part.dueAfter} />}
          />
        }
      >
        <ButtonLink href={addressOf('repayment', { loanId, how: 'part' })}>
          {text('extension.do.part')}
        </ButtonLink>
      </Dock>
    );
  }
  return (
    <Dock
      consequence={
        <Outcome
          startLabel={text('extension.payToday')}
          start={<DueSum due={bill.currentDue} />}
          endLabel={text('extension.then')}
          end={<Amount centavos={zeroCentavos} />}
        />
      }
    >
      <ButtonLink href={addressOf('repayment', { loanId, how: 'full' })}>
        {pay(bill.currentDue)}
      </ButtonLink>
    </Dock>
  );
}
