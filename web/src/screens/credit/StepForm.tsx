import { type CreditStep, creditSteps } from '@sandali/contract/credit.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { type ReactNode, useState } from 'react';
import { readTriedLoan, type TriedLoan } from '#/client/triedLoan.ts';
import { useText, type Text as Words } from '#/i18n/text.ts';
import { navigate } from '#/routes/navigation.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Stepper } from '#/ui/Stepper.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import { countProblems, type Problem } from './stepForms.ts';
import { stepBefore, stepNumber, stepPaths } from './steps.ts';
import type { Refusal, StepFields } from './useStepForm.ts';

type StepFormProps = {
  step: CreditStep;
  form: Pick<StepFields<string>, 'problems' | 'submit' | 'keptCount' | 'clear'>;
  refusal: Refusal<string> | null;
  isBusy: boolean;
  /**
   * Replaces the progress and the back link if the step is filled in early, when nothing is
   * required.
   */
  intro?: ReactNode;
  /** Replaces "6 answers left" while the step is incomplete. */
  reason?: string;
  /** Replaces "Save and continue". */
  submitLabel?: string;
  busyLabel?: string;
  children: ReactNode;
};

/** The frame of a step: progress, fields, what is missing, and a single button. */
export function StepForm(props: StepFormProps) {
  const { step, form, refusal, isBusy, intro, reason, submitLabel, busyLabel, children } = props;
  const text = useText();
  const [wanted] = useState(readTriedLoan);
  const open = reason ?? missingText(text, form.problems);
  return (
    <ScreenForm onSubmit={form.submit}>
      <Page>
        {intro ?? (
          <Stepper
            current={stepNumber(step)}
            total={creditSteps.length}
            label={text('credit.step', { step: stepNumber(step), total: creditSteps.length })}
            aside={text(`credit.aside.${step}`)}
          />
        )}
        {wanted && <WantedLoan {...wanted} />}
        {refusal && refusal.field === null && (
          <Note tone="bad" role="alert">
            {refusal.message}
          </Note>
        )}
        {form.keptCount > 0 && (
          <Note
            tone="plain"
            action={<TextButton onClick={form.clear}>{text('credit.draft.clear')}</TextButton>}
          >
            {text('credit.draft.kept', { count: form.keptCount })}
          </Note>
        )}
        {children}
      </Page>
      <Footer>
        <Dock below={intro ? text('credit.kept') : <BackLink step={step} />}>
          <SubmitButton isBusy={isBusy} disabledReason={open} onBlocked={form.submit}>
            {isBusy ? (busyLabel ?? text('credit.saving')) : (submitLabel ?? text('credit.save'))}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}

/** The loan that the borrower tried out on the login page, before sign-up. */
export function WantedLoan({ amountCentavos, termDays }: TriedLoan) {
  const text = useText();
  return (
    <Text size="s">
      {text('credit.wanted', {
        amount: formatPesos(amountCentavos, { drop00: true }),
        days: termDays,
      })}
    </Text>
  );
}

function missingText(text: Words, problems: ReadonlyMap<string, Problem>): string | undefined {
  const { missing, wrong } = countProblems(problems);
  if (wrong > 0 && missing > 0) return text('credit.open.both', { wrong, missing });
  if (wrong > 0) return text('credit.open.wrong', { wrong });
  return missing > 0 ? text('credit.open.missing', { missing }) : undefined;
}

const titles = {
  personal: 'title.creditPersonal',
  contacts: 'title.creditContact',
  work: 'title.creditWork',
  identity: 'title.creditFile',
} as const;

/** A link to the previous step, which may still be changed. */
function BackLink({ step }: { step: CreditStep }) {
  const text = useText();
  const before = stepBefore(step);
  if (!before) return text('credit.kept');
  return (
    <TextButton onClick={() => void navigate(stepPaths[before], { replace: true, move: 'back' })}>
      {text('credit.backTo', { title: text(titles[before]) })}
    </TextButton>
  );
}
