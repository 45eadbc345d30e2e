import { mostExtensions } from '@sandali/contract/extension.ts';
import { type Centavos, formatPesos, zeroCentavos } from '@sandali/contract/money.ts';
import type { ReactNode } from 'react';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, type Text as Say, useText } from '#/i18n/text.ts';
import { dueParts } from '#/screens/DueAmount.tsx';
import { Badge } from '#/ui/Badge.tsx';
import { type RadioCard, RadioCards } from '#/ui/RadioCards.tsx';
import { Text, type Tone } from '#/ui/Text.tsx';
import type { ExtensionOption, Renewal } from './answers.ts';
import css from './extension.module.css';

/** An option. Its row shows the badge and cost, and all figures if the option is chosen. */
type OptionCard = Omit<RadioCard<ExtensionOption>, 'children'> & {
  badge?: ReactNode;
  figures?: Figures;
};

type Props = { renewal: Renewal; way: ExtensionOption; onWay(way: ExtensionOption): void };

/**
 * The options. The chosen option shows what is due today, what remains, its due date, and the extra
 * cost.
 */
export function OptionCards({ renewal, way, onWay }: Props) {
  const text = useText();
  const { part, bill } = renewal;
  const plan = planCard(text, renewal);
  // For an overdue bill, a plan stops the late charge and a partial payment does not. Before the
  // due date, a partial payment saves interest and a plan does not.
  const middle = [...(part ? [partCard(text, renewal, part)] : []), plan];
  // A borrower on this page usually cannot pay the whole amount, so that option is not first.
  const cards = [
    ...(bill.overdueDays > 0 ? middle.toReversed() : middle),
    allCard(text, renewal),
    extendCard(text, renewal),
  ];
  // Only the chosen row shows all figures; for the other rows, the cost is enough for a comparison.
  const rows = cards.map(({ badge, figures, ...card }) => ({
    ...card,
    children: badge && (
      <>
        <span>{badge}</span>
        {figures && figuresOf(text, figures, card.value === way)}
      </>
    ),
  }));
  return (
    <RadioCards
      label={text('extension.ways')}
      value={way}
      onChange={onWay}
      options={rows}
      columns={1}
    />
  );
}

type Figures = {
  today: ReactNode;
  later: ReactNode;
  due: ReactNode;
  cost: ReactNode;
  costTone: Tone;
};

function figuresOf(
  text: Say,
  { today, later, due, cost, costTone }: Figures,
  isOpen: boolean,
): ReactNode {
  const line = (label: string, value: ReactNode, tone: Tone = 'ink') => (
    <>
      <Text as="span" size="xs" className={css.label}>
        {label}
      </Text>
      <Text as="span" size="s" weight="bold" tone={tone}>
        {value}
      </Text>
    </>
  );
  return (
    <>
      {isOpen && (
        <>
          {line(text('extension.today'), today)}
          {line(text('extension.later'), later)}
          {line(text('extension.newDate'), due)}
        </>
      )}
      {line(text('extension.cost'), cost, costTone)}
    </>
  );
}

const titled = (title: string) => <span className={css.title}>{title}</span>;

const short = (amount: Centavos) => formatPesos(amount, { drop00: true });

function allCard(text: Say, { bill, coolingOff }: Renewal): OptionCard {
  // Before the cooling-off period ends, returning the loan costs less than any option.
  const badge = !coolingOff && <Badge tone="positive">{text('extension.cheapest')}</Badge>;
  return {
    value: 'all',
    title: titled(text('extension.all')),
    badge,
    figures: {
      today: dueParts(bill.currentDue, { drop00: true }).sum,
      later: short(zeroCentavos),
      due: text('extension.none'),
      cost: text('extension.none'),
      costTone: 'positive',
    },
  };
}

function partCard(text: Say, { bill }: Renewal, part: NonNullable<Renewal['part']>): OptionCard {
  const isLate = bill.overdueDays > 0;
  const isCharged = isLate && !bill.promised && part.lateADayCentavos > 0;
  const then = dueParts(part.dueAfter, { drop00: true });
  const cost = part.costCentavos;
  return {
    value: 'part',
    title: titled(text('extension.part')),
    badge: <Badge>{text('extension.flexible')}</Badge>,
    figures: {
      today: text('extension.from', { amount: short(part.leastCentavos) }),
      later: then.sum,
      due: isLate
        ? text('extension.since', {
            day: formatDay(bill.dueOn, currentLocale(), { weekday: true }),
          })
        : then.day,
      cost: isCharged
        ? text('extension.aDay', { amount: short(part.lateADayCentavos) })
        : cost === zeroCentavos
          ? text('extension.none')
          : short(cost),
      costTone: isCharged || cost > 0 ? 'warn' : 'positive',
    },
  };
}

function planCard(text: Say, { plans }: Renewal): OptionCard {
  const { choices, obstacle, opensOn, totalCentavos, costCentavos: cost } = plans;
  const day = opensOn ? formatDay(opensOn, currentLocale(), { weekday: true }) : '';
  const first = choices[0]?.[0];
  if (!first) {
    const reasons = {
      planTooEarly: text('extension.why.extensionTooEarly', { day }),
      planRunning: text('extension.why.planRunning'),
      planTooOften: text('extension.why.planTooOften', { day }),
      planByPerson: text('extension.why.planByPerson'),
      planTooSmall: text('extension.why.planTooSmall'),
    };
    return {
      value: 'plan',
      title: titled(text('extension.plan')),
      disabledReason: obstacle && reasons[obstacle],
    };
  }
  return {
    value: 'plan',
    title: titled(text('extension.plan')),
    badge: <Badge tone="positive">{text('extension.plan.noLate')}</Badge>,
    figures: {
      today: short(zeroCentavos),
      later: short(totalCentavos),
      due: text('extension.plan.from', { day: formatDay(first.on, currentLocale()) }),
      cost: cost > 0 ? short(cost) : text('extension.none'),
      costTone: cost > 0 ? 'warn' : 'positive',
    },
  };
}

function extendCard(text: Say, { extension, obstacle, opensOn }: Renewal): OptionCard {
  if (!extension) {
    const reasons = {
      extensionSpent: text('extension.why.extensionSpent', { most: mostExtensions }),
      extensionTooEarly: text('extension.why.extensionTooEarly', {
        day: formatDay(opensOn, currentLocale(), { weekday: true }),
      }),
      extensionAboveRate: text('extension.why.extensionAboveRate'),
      extensionAboveTotal: text('extension.why.extensionAboveTotal'),
      extensionTooSmall: text('extension.why.extensionTooSmall'),
    };
    return {
      value: 'extend',
      title: titled(text('extension.extendPlain')),
      disabledReason: obstacle && reasons[obstacle],
    };
  }
  const badge = <Badge tone="warn">{text('extension.costsMost')}</Badge>;
  const then = dueParts(extension.dueAfter, { drop00: true });
  return {
    value: 'extend',
    title: titled(text('extension.extend', { days: extension.termDays })),
    badge,
    figures: {
      today: short(extension.totalCentavos),
      later: then.sum,
      due: then.day,
      cost: short(extension.costCentavos),
      costTone: 'warn',
    },
  };
}
