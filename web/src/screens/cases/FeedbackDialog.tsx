import type { RequestInputOf } from '@sandali/contract/call.ts';
import {
  adviceCommentLength,
  adviceMaximumCentavos,
  adviceMinimumCentavos,
  adviceTermsDays,
} from '@sandali/contract/constants.ts';
import { adviceTypes, feedbackClose, feedbackSubmit } from '@sandali/contract/home.ts';
import type { UserGid } from '@sandali/contract/id.ts';
import { callServer } from '#/client/callServer.ts';
import { toast } from '#/client/toast.ts';
import { type Form, FormField, useField, useForm, type Values } from '#/client/useForm.tsx';
import { useWrite } from '#/client/write.ts';
import { getText, useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { groupThousands, splitPesos } from '#/ui/pesos.ts';
import { RadioCards } from '#/ui/RadioCards.tsx';
import { SelectField } from '#/ui/SelectField.tsx';
import { Sheet, SheetPanel } from '#/ui/Sheet.tsx';
import { TextArea } from '#/ui/TextArea.tsx';
import { TextField } from '#/ui/TextField.tsx';
import {
  clampAmount,
  digitsOf,
  emptyFeedback,
  type FeedbackField,
  feedbackForm,
} from './feedbackForm.ts';

type Advice = RequestInputOf<typeof feedbackSubmit>;

/** The open dialog. Closing it discards its answers. */
export function FeedbackDialog({ userGid, onDone }: { userGid: UserGid; onDone(): void }) {
  const submit = useWrite(feedbackSubmit, {
    onDone: () => {
      toast(getText('cases.feedback.thanks'));
      onDone();
    },
    // A toast would be hidden by the dialog.
    onFailed: () => true,
  });
  const close = () => {
    // The response does not matter: if the call is lost, the dialog only opens again on another
    // day.
    void callServer(feedbackClose, { userGid });
    onDone();
  };
  return (
    <FeedbackView
      userGid={userGid}
      failure={(!submit.failure?.fields?.every(Boolean) && submit.failure?.message) || null}
      fieldError={submit.fieldError}
      isBusy={submit.isBusy}
      onEdit={submit.clear}
      onSend={(advice) => void submit.send(advice)}
      onClose={close}
    />
  );
}

export type FeedbackViewProps = {
  userGid: UserGid;
  failure: string | null;
  isBusy: boolean;
  onEdit(): void;
  onSend(advice: Advice): void;
  /** Called by Cancel, the cross, Escape and the back gesture. */
  onClose(): void;
  start?: Partial<Values<FeedbackField>>;
  /** Returns the server's error for a field. */
  fieldError?(field: string): string | undefined;
  /** Whether to render the form without the dialog (for stories). */
  isDrawnOnly?: boolean;
};

const words = {
  1: 'cases.feedback.quota',
  2: 'cases.feedback.term',
  3: 'cases.feedback.interest',
  6: 'cases.feedback.others',
} as const;

/** The feedback form: what was wrong with the offer, and the field for that reason. */
export function FeedbackView({
  userGid,
  failure,
  isBusy,
  onEdit,
  onSend,
  onClose,
  ...rest
}: FeedbackViewProps) {
  const text = useText();
  const form = useForm<FeedbackField, Advice>({
    schema: feedbackForm(userGid),
    start: { ...emptyFeedback, ...rest.start },
    refused: { fieldError: rest.fieldError ?? (() => undefined), clear: onEdit },
    onInput: onSend,
  });
  const type = useField(form, 'type');
  const Frame = rest.isDrawnOnly ? SheetPanel : Sheet;
  const foot = (
    <Stack>
      <Button
        isBusy={isBusy}
        disabledReason={type.value === '' && text('cases.feedback.why')}
        onClick={form.submit}
      >
        {text(isBusy ? 'cases.feedback.sending' : 'cases.feedback.send')}
      </Button>
      <Button look="quiet" onClick={onClose}>
        {text('cases.feedback.notNow')}
      </Button>
    </Stack>
  );
  return (
    <Frame
      title={text('cases.feedback.title')}
      detail={text('cases.feedback.detail')}
      closeLabel={text('shell.close')}
      onClose={onClose}
      foot={foot}
    >
      <Stack gap={4}>
        <RadioCards
          isDense
          label={text('cases.feedback.title')}
          value={type.value}
          onChange={type.onChange}
          options={adviceTypes.map((adviceType) => ({
            value: `${adviceType}`,
            title: text(words[adviceType]),
          }))}
        />
        {type.value === '1' && <WantedAmount form={form} />}
        {type.value === '2' && <WantedTerm form={form} />}
        {type.value === '6' && <Comment form={form} />}
        {failure !== null && (
          <Note tone="bad" role="alert">
            {failure}
          </Note>
        )}
      </Stack>
    </Frame>
  );
}

type PartProps = { form: Form<FeedbackField> };

function WantedAmount({ form }: PartProps) {
  const text = useText();
  const bound = useField(form, 'amount');
  const [minimum, maximum] = [adviceMinimumCentavos, adviceMaximumCentavos].map(
    (centavos) => splitPesos(centavos).pesos,
  );
  return (
    <TextField
      {...bound}
      label={text('cases.feedback.amount')}
      before={<span aria-hidden="true">PHP</span>}
      inputMode="numeric"
      autoComplete="off"
      hint={text('cases.feedback.between', { minimum: minimum ?? '', maximum: maximum ?? '' })}
      value={groupThousands(bound.value)}
      onChange={(typed) => bound.onChange(digitsOf(typed))}
      onBlur={() => bound.onChange(clampAmount(bound.value))}
    />
  );
}

function WantedTerm({ form }: PartProps) {
  const text = useText();
  return (
    <FormField
      of={form}
      name="termDays"
      as={SelectField}
      label={text('cases.feedback.wantedTerm')}
      placeholder={text('cases.feedback.choose')}
      options={adviceTermsDays.map((days) => ({
        value: String(days),
        label: text('cases.feedback.days', { days }),
      }))}
    />
  );
}

function Comment({ form }: PartProps) {
  const text = useText();
  const bound = useField(form, 'comment');
  return (
    <TextArea
      {...bound}
      label={text('cases.feedback.comment')}
      count={text('cases.feedback.count', {
        used: [...bound.value].length,
        most: adviceCommentLength,
      })}
    />
  );
}
