import type { Day } from '@sandali/contract/day.ts';
import { userMulti } from '@sandali/contract/home.ts';
import { quotaAddApply } from '@sandali/contract/limit.ts';
import type { LimitGrowth } from '@sandali/contract/limitFacts.ts';
import { type Centavos, centavos, formatPesos } from '@sandali/contract/money.ts';
import { useState } from 'react';
import { useServerQuery } from '#/client/query.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, type Text, useText } from '#/i18n/text.ts';
import { ServiceLink } from '#/shell/CustomerService.tsx';
import { GoHomeDock } from '#/shell/GoHomeDock.tsx';
import { Query } from '#/shell/Query.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { AmountStepper } from '#/ui/AmountStepper.tsx';
import { Button } from '#/ui/Button.tsx';
import { Card } from '#/ui/Card.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { each } from '#/ui/each.ts';
import { Icon } from '#/ui/Icon.tsx';
import type { IconName } from '#/ui/icons.ts';
import { Inline, Page, Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { SkeletonCard } from '#/ui/Skeleton.tsx';
import { Heading, Text as Words } from '#/ui/Text.tsx';
import { Climb } from './Climb.tsx';
import css from './Limit.module.css';

/** Formats a limit without centavos: '₱90,000'. */
const sumOf = (amount: Centavos) => formatPesos(amount, { drop00: true });

/**
 * /limit (spec §1, quota increase): the limit, what the borrower has earned, and what the borrower
 * can request.
 */
export default function Limit() {
  const text = useText();
  const home = useServerQuery(userMulti, {});
  const write = useWrite(quotaAddApply, {
    onDone: ({ state, limitCentavos }) =>
      toast(
        state === 'granted'
          ? text('limit.taken', { limit: sumOf(limitCentavos) })
          : text('limit.asked'),
      ),
  });
  return (
    <Query read={home} skeleton={<LimitLoading />}>
      {({ line, quota, today }) =>
        line && quota ? (
          <LimitView
            key={`${line.limitCentavos} ${quota.state}`}
            limitCentavos={line.limitCentavos}
            quota={quota}
            today={today}
            isBusy={write.isBusy}
            onAsk={(wantedCentavos) => void write.send({ wantedCentavos })}
          />
        ) : (
          <NoLine />
        )
      }
    </Query>
  );
}

type LimitViewProps = {
  limitCentavos: Centavos;
  quota: LimitGrowth;
  today: Day;
  isBusy: boolean;
  onAsk(wantedCentavos: Centavos): void;
};

/**
 * The current limit, the limit to request and what it requires, and the decision on the last
 * request.
 */
export function LimitView(props: LimitViewProps) {
  const { limitCentavos, quota } = props;
  if (quota.obstacle === 'quotaRequestOpen') return <Waiting {...props} />;
  if (limitCentavos + quota.stepCentavos > quota.maximumCentavos)
    return <Highest limitCentavos={limitCentavos} obstacle={quota.obstacle} />;
  return <Asking {...props} />;
}

function Asking({ limitCentavos, quota, isBusy, onAsk }: LimitViewProps) {
  const text = useText();
  const { offerCentavos: offer, nextStep, stepCentavos, maximumCentavos, obstacle } = quota;
  const least = centavos(limitCentavos + stepCentavos);
  const [wanted, setWanted] = useState<Centavos>(offer ?? least);
  const step = sumOf(stepCentavos);
  const isEarned = offer !== null && wanted <= offer;
  const isNext = nextStep !== null && wanted <= nextStep.toCentavos;
  const waits = isNext
    ? text('limit.nextStep', { limit: sumOf(nextStep.toCentavos), day: dayOf(nextStep.on) })
    : null;
  const refusal = isEarned || obstacle === null ? null : whyNoMore(text, quota, waits);
  // The borrower accepts an earned step instead of requesting it, even before its first day.
  const isStep = isEarned || (isNext && refusal !== null);
  return (
    <>
      <Page>
        <Answer quota={quota} />
        <Card as="section">
          <Stack gap={3}>
            <Words size="s">{text('limit.now', { limit: sumOf(limitCentavos) })}</Words>
            <Words size="s">{text('limit.wanted')}</Words>
            <div className={css.wanted}>
              <AmountStepper
                label={text('limit.wanted')}
                valueCentavos={wanted}
                minCentavos={least}
                maxCentavos={maximumCentavos}
                stepCentavos={stepCentavos}
                lessLabel={text('limit.less', { step })}
                moreLabel={text('limit.more', { step })}
                stepText={text('limit.steps', { step })}
                onChange={(to) => setWanted(centavos(to))}
              />
            </div>
          </Stack>
        </Card>
        <Climb loans={quota.loans} />
        <Needs quota={quota} />
        <Note>{text('limit.onlyNeeded')}</Note>
      </Page>
      <Footer>
        <Dock
          consequence={
            refusal === null &&
            (isEarned
              ? text('limit.takeWhy')
              : [waits, text('limit.askWhy')].filter(Boolean).join(' '))
          }
        >
          <Button isBusy={isBusy} disabledReason={refusal} onClick={() => onAsk(wanted)}>
            {text(isStep ? 'limit.take' : 'limit.ask', { limit: sumOf(wanted) })}
          </Button>
        </Dock>
      </Footer>
    </>
  );
}

/**
 * Returns why no more than the earned step can be requested; `waits` names the first day on which
 * that step can be taken.
 */
function whyNoMore(
  text: Text,
  { obstacle, loansToGo, askAgainOn }: LimitGrowth,
  waits: string | null,
): string {
  if (obstacle === 'quotaOverdue') return text('limit.overdue');
  if (obstacle === 'quotaTooSoon' && askAgainOn)
    return text('limit.from', { day: dayOf(askAgainOn) });
  return waits ?? text('limit.loansToGo', { count: loansToGo });
}

/** The decision on the last request for a higher limit. */
function Answer({ quota: { state, reasonGroup, wantedCentavos } }: { quota: LimitGrowth }) {
  const text = useText();
  if (state === 'granted' && wantedCentavos !== null)
    return (
      <Note tone="soft" icon="check">
        {text('limit.granted', { limit: sumOf(wantedCentavos) })}
      </Note>
    );
  if (state !== 'declined' || !reasonGroup) return null;
  return (
    <Note tone="plain" title={text('limit.declined')}>
      {text(`limit.reason.${reasonGroup}`)}
      <br />
      <ServiceLink />
    </Note>
  );
}

function Needs({
  quota: { offerCentavos, nextStep, obstacle, loansToGo },
}: {
  quota: LimitGrowth;
}) {
  const text = useText();
  const isOverdue = obstacle === 'quotaOverdue';
  const earned = offerCentavos ?? nextStep?.toCentavos;
  const lines: { icon: IconName; words: string }[] = [
    {
      icon: isOverdue ? 'warning' : 'check',
      words: text(isOverdue ? 'limit.need.overdue' : 'limit.need.paid'),
    },
    ...(earned === undefined
      ? []
      : [{ icon: 'check' as const, words: text('limit.need.earned', { limit: sumOf(earned) }) }]),
    loansToGo === 0
      ? { icon: 'check', words: text('limit.need.loans') }
      : { icon: 'info', words: text('limit.loansToGo', { count: loansToGo }) },
    { icon: 'info', words: text('limit.need.half') },
    { icon: 'info', words: text('limit.need.person') },
  ];
  return (
    <Card as="section">
      <Stack gap={2}>
        <Heading level={2}>{text('limit.need')}</Heading>
        {each(lines, ({ icon, words }) => (
          <Inline isAtTop>
            <Icon name={icon} size="s" />
            <Words as="span" size="s">
              {words}
            </Words>
          </Inline>
        ))}
      </Stack>
    </Card>
  );
}

function Waiting({ limitCentavos, quota: { wantedCentavos, answerOn } }: LimitViewProps) {
  const text = useText();
  return (
    <>
      <Page>
        <Empty picture="calm" title={text('limit.open')}>
          {text('limit.openWhy', { limit: sumOf(wantedCentavos ?? limitCentavos) })}
          <br />
          {text('limit.now', { limit: sumOf(limitCentavos) })}
        </Empty>
      </Page>
      <GoHomeDock
        consequence={answerOn ? text('limit.answerOn', { day: dayOf(answerOn) }) : undefined}
      />
    </>
  );
}

type Obstacle = NonNullable<LimitGrowth['obstacle']>;

const highestWords: Partial<Record<Obstacle, 'limit.highestOfIncome' | 'limit.overdue'>> = {
  quotaUnaffordable: 'limit.highestOfIncome',
  quotaOverdue: 'limit.overdue',
};

type HighestProps = { limitCentavos: Centavos; obstacle: LimitGrowth['obstacle'] };

/** Says that no higher limit can be requested, and why. */
function Highest({ limitCentavos, obstacle }: HighestProps) {
  const text = useText();
  return (
    <>
      <Page>
        <Empty
          picture="calm"
          title={<Amount centavos={limitCentavos} size="xl" decimals="whenAny" />}
        >
          {text((obstacle && highestWords[obstacle]) || 'limit.highest')}
        </Empty>
      </Page>
      <GoHomeDock />
    </>
  );
}

const dayOf = (day: Day) => formatDay(day, currentLocale(), { weekday: true, year: true });

export function LimitLoading() {
  const text = useText();
  return (
    <Page>
      <SkeletonCard lines={2} label={text('limit.loading')} />
      <SkeletonCard lines={4} label={text('limit.loading')} />
    </Page>
  );
}

/** Shown if the borrower has no credit line yet. */
export function NoLine() {
  const text = useText();
  return (
    <>
      <Page>
        <Empty title={text('limit.none.title')}>{text('limit.none.why')}</Empty>
      </Page>
      <GoHomeDock />
    </>
  );
}
