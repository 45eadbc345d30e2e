import { adviceCommentLength, adviceMaximumCentavos, adviceMinimumCentavos, adviceTermsDays } from '@sandali/contract/constants.ts';
import { adviceTypes } from '@sandali/contract/home.ts';
import { useText } from '#/kit/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { PickCards } from '#/ui/PickCards.tsx';
import { SelectField } from '#/ui/SelectField.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { groupThousands, spellSum } from '#/ui/spell.ts';
import { TextArea } from '#/ui/TextArea.tsx';
import { TextField } from '#/ui/TextField.tsx';
import { type AdviceForm, clampAmount, cutComment, digitsOf, type Missing } from './advice.ts';

export type FeedbackViewProps = {
  form: AdviceForm;
  onChange(change: Partial<AdviceForm>): void;
  /** The open answer to point at, after a try to send. */
  missing: Missing | null;
  /** Why sending failed, in words. */
  failure: string | null;
  isBusy: boolean;
  onSend(): void;
  /** Cancel, the cross, Escape and the back gesture. */
  onClose(): void;
  /** Without the dialog around it, for the gallery. */
  isDrawnOnly?: boolean;
};

const words = { 1: 'home.advice.quota', 2: 'home.advice.term', 3: 'home.advice.interest', 6: 'home.advice.others' } as const;

/** The feedback sheet: what was wrong with the offer, and the one thing that belongs to it. */
export function FeedbackView(props: FeedbackViewProps) {
  const { form, onChange, failure, isBusy, onSend, onClose } = props;
  const text = useText();
  const Frame = props.isDrawnOnly ? SheetPanel : Sheet;
  const foot = (
    <Stack>
      <Button isBusy={isBusy} disabledReason={form.type === null && text('home.advice.why')} onClick={onSend}>
        {text(isBusy ? 'home.advice.sending' : 'home.advice.send')}
      </Button>
      <Button look="quiet" onClick={onClose}>
        {text('home.advice.notNow')}
      </Button>
    </Stack>
  );
  return (
    <Frame
      title={text('home.advice.title')}
      detail={text('home.advice.detail')}
      closeLabel={text('shell.close')}
      onClose={onClose}
      foot={foot}
    >
      <Stack gap={4}>
        <PickCards
          isDense
          label={text('home.advice.title')}
          value={form.type === null ? '' : (`${form.type}` as const)}
          onChange={(value) => onChange({ type: adviceTypes.find((type) => `${type}` === value) ?? null })}
          options={adviceTypes.map((type) => ({ value: `${type}` as const, title: text(words[type]) }))}
        />
        {form.type === 1 && <WantedAmount {...props} />}
        {form.type === 2 && <WantedTerm {...props} />}
        {form.type === 6 && <Comment {...props} />}
        {failure !== null && (
          <Note tone="bad" role="alert">
            {failure}
          </Note>
        )}
      </Stack>
    </Frame>
  );
}

function WantedAmount({ form, onChange, missing }: FeedbackViewProps) {
  const text = useText();
  const [minimum, maximum] = [adviceMinimumCentavos, adviceMaximumCentavos].map((centavos) => spellSum(centavos).pesos);
  return (
    <TextField
      name="amount"
      label={text('home.advice.amount')}
      before={<span aria-hidden="true">PHP</span>}
      inputMode="numeric"
      autoComplete="off"
      hint={text('home.advice.between', { minimum: minimum ?? '', maximum: maximum ?? '' })}
      error={missing === 'amount' && text('home.advice.amountMissing')}
      value={groupThousands(form.amount)}
      onChange={(typed) => onChange({ amount: digitsOf(typed) })}
      onBlur={() => onChange({ amount: clampAmount(form.amount) })}
    />
  );
}

function WantedTerm({ form, onChange, missing }: FeedbackViewProps) {
  const text = useText();
  return (
    <SelectField
      name="termDays"
      label={text('home.advice.wantedTerm')}
      placeholder={text('home.advice.choose')}
      error={missing === 'termDays' && text('home.advice.termMissing')}
      value={form.termDays}
      onChange={(termDays) => onChange({ termDays })}
      options={adviceTermsDays.map((days) => ({ value: String(days), label: text('home.advice.days', { days }) }))}
    />
  );
}

function Comment({ form, onChange, missing }: FeedbackViewProps) {
  const text = useText();
  return (
    <TextArea
      name="comment"
      label={text('home.advice.comment')}
      error={missing === 'comment' && text('home.advice.commentMissing')}
      value={form.comment}
      onChange={(typed) => onChange({ comment: cutComment(typed) })}
      count={text('home.advice.count', { used: [...form.comment].length, most: adviceCommentLength })}
    />
  );
}
