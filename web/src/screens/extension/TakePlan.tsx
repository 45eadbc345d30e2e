import type { LoanId } from '@sandali/contract/id.ts';
import { type PlanCount, planApply, planCal } from '@sandali/contract/plan.ts';
import { useRef, useState } from 'react';
import { invalidate, useServerQuery } from '#/client/query.ts';
import { toast } from '#/client/toast.ts';
import { useWrite } from '#/client/write.ts';
import { formatDay } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { navigate } from '#/routes/navigation.ts';
import { addressOf } from '#/routes/paths.ts';
import { DisclosureStatement } from '#/screens/loan/DisclosureStatement.tsx';
import { ChooseSkeleton } from '#/screens/repayment/PaySkeletons.tsx';
import { ClosedLoan } from '#/screens/repayment/StaleNote.tsx';
import { LoadErrorPage } from '#/shell/Query.tsx';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Amount } from '#/ui/Amount.tsx';
import { Checkbox } from '#/ui/Checkbox.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Outcome } from '#/ui/Outcome.tsx';
import type { Plan } from './answers.ts';

/** /renew?loanId=…&how=plan&count=…: shows a plan's statement and lets the borrower accept it. */
export function TakePlan({ loanId, count }: { loanId: LoanId; count: PlanCount }) {
  const text = useText();
  const plan = useServerQuery(planCal, { loanId, count });
  const apply = useWrite(planApply, {
    key: loanId,
    onDone: () => {
      toast(text('extension.plan.taken'));
      navigate(addressOf('bill', { loanId }), { replace: true });
    },
    // The plan may have changed; reload it.
    onFailed: () => void invalidate(planCal),
  });
  const { data, failure } = plan;
  if (failure?.name === 'repaymentClosed' || apply.failure?.name === 'repaymentClosed')
    return <ClosedLoan />;
  if (data) {
    const { totalCentavos, textHash } = data;
    const send = () => void apply.send({ loanId, count, totalCentavos, textHash, textRead: true });
    // A changed statement resets the view, because the borrower must read it again.
    return <TakePlanView key={textHash} plan={data} isBusy={apply.isBusy} onSend={send} />;
  }
  return failure ? <LoadErrorPage read={plan} /> : <ChooseSkeleton />;
}

type ViewProps = { plan: Plan; isBusy: boolean; onSend(): void; isReady?: boolean };

/**
 * The plan's statement, its checkbox, and the first part with the plan's last day above the button.
 */
export function TakePlanView({
  plan: { text: papers, parts, totalCentavos },
  isBusy,
  onSend,
  isReady = false,
}: ViewProps) {
  const text = useText();
  const [isRead, setRead] = useState(isReady);
  const [isAsked, setAsked] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const showTick = () => {
    setAsked(true);
    box.current?.querySelector('input')?.focus();
  };
  const day = (nth: number) => {
    const part = parts.at(nth);
    return part ? formatDay(part.on, currentLocale(), { weekday: true }) : '';
  };
  return (
    <ScreenForm onSubmit={() => isRead && onSend()}>
      <Page gap={3}>
        <DisclosureStatement papers={papers} />
        <div ref={box}>
          <Checkbox
            name="read"
            isChecked={isRead}
            onChange={setRead}
            error={isAsked && !isRead && text('extension.why.tick')}
          >
            {text('extension.plan.haveRead')}
          </Checkbox>
        </div>
      </Page>
      <Footer>
        <Dock
          consequence={
            <Outcome
              startLabel={text('extension.plan.first', { day: day(0) })}
              start={<Amount centavos={parts[0]?.amountCentavos ?? totalCentavos} />}
              endLabel={text('extension.plan.allBy', { day: day(-1) })}
              end={<Amount centavos={totalCentavos} />}
            />
          }
        >
          <SubmitButton
            isBusy={isBusy}
            disabledReason={!isRead && text('extension.why.tick')}
            onBlocked={showTick}
          >
            {text(isBusy ? 'extension.plan.taking' : 'extension.plan.take')}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}
