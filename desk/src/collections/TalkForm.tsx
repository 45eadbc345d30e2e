// The call: what to say, its result and note, and the promise that the borrower makes in it.
import { formatPesos } from '@sandali/contract/money.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { ask } from '#/answer.ts';
import { Wrong as WrongAnswer } from '#/api.ts';
import { useSession } from '#/session.ts';
import { useKeys } from '#/ui/useKeys.ts';
import { Wrong } from '#/ui/Wrong.tsx';
import { type Bill, type Logged, type Promised, zLogged, zPromised } from './answers.ts';
import { Outcomes } from './Outcomes.tsx';
import { PromiseEditor } from './PromiseEditor.tsx';
import { equalParts, faultOfParts, sentParts, type TypedPart } from './parts.ts';
import { type Outcome, outcomeName, outcomes } from './words.ts';

type Part = Promised['promise']['parts'][number];
/** The logged call and the parts of the promise; null if there is none. */
export type TalkResult = { logged: Logged | null; promised: readonly Part[] | null; words: string };
type Props = {
  bill: Bill;
  /** Whether a call is logged, with or without a promise; otherwise only a promise. */
  isCall: boolean;
  reason: string;
  onDone: (result: TalkResult) => void;
  onCancel: () => void;
};

export function TalkForm({ bill, isCall, reason, onDone, onCancel }: Props) {
  const { promise: terms } = bill;
  const { commands } = useSession();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [note, setNote] = useState('');
  const [parts, setParts] = useState<readonly TypedPart[]>(() => equalParts(1, terms));
  const [fault, setFault] = useState<string | null>(null);
  // A refused promise leaves its call logged; the next attempt sends the promise alone. So does a
  // call whose first response was lost: then the call itself is unknown here.
  const logged = useRef<Logged | 'unknown' | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const mayPromise =
    terms.whyNot === null && commands.some(({ name }) => name === 'overdue promise');
  const hasPromise = !isCall || (outcome === 'promised' && mayPromise);
  useEffect(
    () => form.current?.querySelector<HTMLElement>(isCall ? 'h3' : 'input')?.focus(),
    [isCall],
  );
  // The promise or the note follows the result. Enter in it sends the form.
  useEffect(() => {
    const first = hasPromise ? '.co-promise input' : '[name=note]';
    if (outcome) form.current?.querySelector<HTMLElement>(first)?.focus();
  }, [outcome, hasPromise]);
  const choose = (value: Outcome) => {
    if (isCall && !logged.current) setOutcome(value);
  };
  useKeys(Object.fromEntries(outcomes.map(([value], nth) => [`${nth + 1}`, () => choose(value)])));
  const send = useMutation({
    mutationFn: async (): Promise<TalkResult> => {
      const { reference } = bill;
      if (isCall && !logged.current) {
        const input = { reference, outcome, ...(note.trim() && { note: note.trim() }) };
        logged.current = await ask(commands, 'overdue call-log', zLogged, { input, reason }).then(
          ({ call }) => call,
          unknownIfDone,
        );
      }
      const { call, words } = seenOf(logged.current);
      if (!hasPromise) return { logged: call, promised: null, words };
      const input = { reference, parts: sentParts(parts) };
      const { promise } = await ask(commands, 'overdue promise', zPromised, { input, reason });
      const amounts = promise.parts.map(
        ({ amountCentavos, on }) => `${formatPesos(amountCentavos)} by ${on}`,
      );
      const sentence = `Promised: ${amounts.join(', ')}.`;
      return { logged: call, promised: promise.parts, words: `${words} ${sentence}`.trim() };
    },
    onSuccess: onDone,
  });
  const cancel = () => {
    const { call, words } = seenOf(logged.current);
    if (logged.current) onDone({ logged: call, promised: null, words });
    else onCancel();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isChosen = !isCall || outcome !== null;
    const faultOfPromise = hasPromise ? faultOfParts(parts, terms) : null;
    const wrong = isChosen ? faultOfPromise : 'Choose the result of the call.';
    setFault(wrong);
    if (wrong === null && !send.isPending) send.mutate();
  };
  return (
    <form ref={form} className="co-talk" onSubmit={submit} aria-label={isCall ? 'Call' : 'Promise'}>
      {isCall && (
        <Outcomes
          bill={bill}
          outcome={outcome}
          isLogged={logged.current !== null}
          onChoose={choose}
        />
      )}
      {hasPromise && <PromiseEditor terms={terms} parts={parts} onChange={setParts} />}
      {outcome === 'promised' && !mayPromise && terms.whyNot && (
        <p className="note">No promise can be recorded: {terms.whyNot}</p>
      )}
      {isCall && outcome && (
        <TextField className="field" value={note} onChange={setNote}>
          <Label>
            Note <span className="field-optional">(optional; the borrower may read it)</span>
          </Label>
          <Input name="note" autoComplete="off" maxLength={500} />
        </TextField>
      )}
      {fault && (
        <p className="wrong" role="alert">
          {fault}
        </p>
      )}
      <Wrong error={send.error} />
      <div className="form-end">
        <Button type="submit" className="button primary" isPending={send.isPending}>
          {verbOf(isCall, hasPromise)} <kbd>Enter</kbd>
        </Button>
        <Button className="button quiet" onPress={cancel}>
          Cancel
        </Button>
        <span className="field-about">Reason: {reason}</span>
      </div>
    </form>
  );
}

/** @throws unless the server says that the call is logged already */
function unknownIfDone(error: unknown): 'unknown' {
  if (error instanceof WrongAnswer && error.status === 409) return 'unknown';
  throw error;
}

function seenOf(logged: Logged | 'unknown' | null): { call: Logged | null; words: string } {
  if (logged === null) return { call: null, words: '' };
  if (logged === 'unknown')
    return { call: null, words: 'Logged, by the first attempt. Open the bill again to see it.' };
  return { call: logged, words: `Logged: ${outcomeName(logged.outcome).toLowerCase()}.` };
}

function verbOf(isCall: boolean, hasPromise: boolean): string {
  if (!isCall) return 'Record the promise';
  return hasPromise ? 'Log the call and the promise' : 'Log the call';
}
