import { asDay } from '@sandali/contract/day.ts';
import type { LoanText } from '@sandali/contract/loanText.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { useEffect, useRef, useState } from 'react';
import { useLazy } from '#/client/useLazy.ts';
import { formatDay, formatTime } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Checkbox } from '#/ui/Checkbox.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { ErrorState } from '#/ui/Empty.tsx';
import { KeyValues } from '#/ui/KeyValues.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { SkeletonCard } from '#/ui/Skeleton.tsx';
import { TextButton, TextLink } from '#/ui/TextLink.tsx';
import { QuoteOutcome } from './CostCard.tsx';
import type { Change, ChangeId } from './changes.ts';
import { DisclosureStatement } from './DisclosureStatement.tsx';
import type { Quote } from './draft.ts';
import css from './loan.module.css';
import { Summary } from './Summary.tsx';

export type ConfirmViewProps = {
  quote: Quote;
  /** The disclosure statement and agreement; null while they load or if loading failed. */
  papers: LoanText | null;
  /** Why the documents could not be loaded, with a way to retry. */
  missing: Missing | null;
  /** What differs between the expired and the new price; null if no price has expired. */
  changes: readonly Change[] | null;
  /** Why the server refused the signature. */
  failure: string | null;
  isBusy: boolean;
  loanAddress: string;
  onSign(): void;
  /** Whether to start with the documents read and ticked (for stories). */
  isReady?: boolean;
};

type Open = 'papers' | 'read' | 'tick' | 'agree' | null;
const whys = {
  papers: 'loan.confirm.why.papers',
  read: 'loan.confirm.why.read',
  tick: 'loan.confirm.why.tick',
  agree: 'loan.confirm.why.agree',
} as const;

/**
 * What the borrower signs: the figures, the statement, the cooling-off note, two checkboxes, and a
 * button with the arrival amount.
 */
export function ConfirmView(props: ConfirmViewProps) {
  const text = useText();
  const { quote, papers, missing, isReady = false } = props;
  const reading = useSeenEnd(papers !== null);
  const [ticks, setTicks] = useState({ read: isReady, agree: isReady });
  const [isAsked, setAsked] = useState(false);
  const open: Open = !papers
    ? 'papers'
    : !(isReady || reading.isRead)
      ? 'read'
      : !ticks.read
        ? 'tick'
        : !ticks.agree
          ? 'agree'
          : null;
  const boxes = useRef<HTMLDivElement>(null);
  const showOpen = () => {
    setAsked(true);
    if (open === 'papers') return missing?.onRetry();
    if (open === 'read') return reading.show();
    const box = boxes.current?.querySelector<HTMLInputElement>(
      open === 'tick' ? '[name=read]' : '[name=agree]',
    );
    box?.focus();
    box?.scrollIntoView({ block: 'center' });
  };
  return (
    <>
      <Page>
        {props.changes && <RepricedNote changes={props.changes} />}
        <Summary quote={quote} />
        <Note tone="plain" icon="clock">
          {text('loan.confirm.study', { time: formatTime(quote.endsAt) })}
        </Note>
        {papers ? (
          <div>
            <DisclosureStatement papers={papers} />
            <div ref={reading.end} />
          </div>
        ) : (
          <NoStatement missing={missing} />
        )}
        <CoolingOff quote={quote} />
        {papers && (
          <Ticks
            boxes={boxes}
            papers={papers}
            ticks={ticks}
            onTicks={setTicks}
            open={isAsked ? open : null}
          />
        )}
        {props.failure !== null && (
          <Note
            tone="bad"
            role="alert"
            action={<TextLink href={props.loanAddress}>{text('loan.confirm.change')}</TextLink>}
          >
            {props.failure}
          </Note>
        )}
      </Page>
      <Footer>
        <Dock consequence={open === null && <QuoteOutcome price={quote} />}>
          <Button
            isBusy={props.isBusy}
            disabledReason={open && text(whys[open])}
            onBlocked={showOpen}
            onClick={props.onSign}
          >
            {props.isBusy
              ? text('loan.confirm.busy')
              : text('loan.confirm.sign', { amount: formatPesos(quote.facts.arrivalCentavos) })}
          </Button>
        </Dock>
      </Footer>
    </>
  );
}

type Missing = { message: string; isRetrying: boolean; onRetry(): void };

function NoStatement({ missing }: { missing: Missing | null }) {
  const text = useText();
  if (!missing) return <SkeletonCard label={text('loan.statement.loading')} lines={12} />;
  const { message, isRetrying, onRetry } = missing;
  return (
    <ErrorState
      isSmall
      title={text('loan.statement.failed')}
      onRetry={onRetry}
      retryLabel={text('shell.retry')}
      isRetrying={isRetrying}
    >
      {message}
    </ErrorState>
  );
}

function CoolingOff({ quote: { facts } }: { quote: Quote }) {
  const text = useText();
  const [day, arrives] = [facts.coolingOffEndsOnIfToday, facts.arrival.on].map((on) =>
    formatDay(on, currentLocale(), { weekday: true }),
  );
  const values = { amount: formatPesos(facts.arrivalCentavos), day: day ?? '' };
  return (
    <Note icon="refresh" title={text('loan.cooling.title')}>
      {facts.arrival.on === facts.quotedOn
        ? text('loan.cooling.words', values)
        : text('loan.cooling.wordsOn', { ...values, arrives: arrives ?? '' })}
    </Note>
  );
}

type Ticked = { read: boolean; agree: boolean };
type TicksProps = {
  boxes: React.Ref<HTMLDivElement>;
  papers: LoanText;
  ticks: Ticked;
  onTicks(ticks: Ticked): void;
  open: Open;
};

const loadAgreement = () => import('./Agreement.tsx');

function Ticks({ boxes, papers, ticks, onTicks, open }: TicksProps) {
  const text = useText();
  const { part, load } = useLazy(loadAgreement);
  const [isReading, setReading] = useState(false);
  const read = async () => setReading(await load());
  return (
    <div ref={boxes}>
      <Checkbox
        name="read"
        isChecked={ticks.read}
        onChange={(read) => onTicks({ ...ticks, read })}
        error={open === 'tick' && text('loan.confirm.why.tick')}
      >
        {text('loan.confirm.haveRead')}
      </Checkbox>
      <Checkbox
        name="agree"
        isChecked={ticks.agree}
        onChange={(agree) => onTicks({ ...ticks, agree })}
        error={open === 'agree' && text('loan.confirm.why.agree')}
      >
        {text('loan.confirm.agree')}{' '}
        <TextButton onClick={() => void read()}>{text('loan.agreement.title')}</TextButton>
      </Checkbox>
      {isReading && part && (
        <part.AgreementSheet papers={papers} onClose={() => setReading(false)} />
      )}
    </div>
  );
}

/**
 * Tracks whether the borrower has scrolled the element `end`, placed after the last line, into view
 * above the dock.
 */
function useSeenEnd(isThere: boolean) {
  const end = useRef<HTMLDivElement>(null);
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const mark = end.current;
    if (!isThere || !mark || isRead) return;
    const dockPx = document.querySelector('footer')?.offsetHeight ?? 0;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setRead(true), {
      rootMargin: `0px 0px -${dockPx}px 0px`,
    });
    observer.observe(mark);
    return () => observer.disconnect();
  }, [isThere, isRead]);
  return { end, isRead, show: () => end.current?.scrollIntoView({ block: 'center' }) };
}

const names = {
  arrival: 'loan.receive',
  repay: 'loan.repay',
  due: 'loan.renewed.due',
  interest: 'loan.interest',
  serviceFee: 'loan.serviceFee',
  channelFee: 'loan.payoutFee',
  monthlyRate: 'loan.statement.monthly',
  coolingOff: 'loan.renewed.coolingOff',
  late: 'loan.statement.ifLate',
  extension: 'loan.renewed.extension',
  lender: 'loan.renewed.lender',
} as const satisfies Record<ChangeId, string>;

/** States that the expired price was renewed, and what changed. */
function RepricedNote({ changes }: { changes: readonly Change[] }) {
  const text = useText();
  const worded = (id: ChangeId, value: string) =>
    id === 'due' || id === 'coolingOff'
      ? formatDay(asDay(value), currentLocale(), { weekday: true })
      : value;
  return (
    <Note tone="news" icon="refresh" role="alert" title={text('loan.renewed.title')}>
      {text(changes.length > 0 ? 'loan.renewed.changed' : 'loan.renewed.same')}
      {changes.length > 0 && (
        <div className={css.below}>
          <KeyValues
            look="below"
            groups={[
              changes.map(({ id, before, after }) => ({
                label: text(names[id]),
                value: (
                  <span className={css.words}>
                    {text('loan.renewed.fromTo', {
                      before: worded(id, before),
                      after: worded(id, after),
                    })}
                  </span>
                ),
              })),
            ]}
          />
        </div>
      )}
    </Note>
  );
}
