// The steps of a change for a screen: `check` the request, show `<Confirm {...confirm} />` while
// `confirm` is set, and `error` beside the form. ActForm does all of it.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type CommandRequest, run, Wrong } from '#/api.ts';
import { type CheckedAct, checkAct, signAct } from './act.ts';
import type { Summary } from './typed.ts';

type Options = {
  /** The id of the proposal that the act decides on, if it decides on one. */
  proposal?: string | undefined;
  onDone: (answer: Answer, request: CommandRequest) => void;
};
type Checked = CheckedAct & { summary: Summary };

export function useAct(command: DeclaredCommand, { proposal, onDone }: Options) {
  const [checked, setChecked] = useState<Checked | null>(null);
  const checking = useMutation({
    mutationFn: async ({ request, summary }: { request: CommandRequest; summary: Summary }) => ({
      ...(await checkAct(command, request, proposal)),
      summary,
    }),
    onSuccess: setChecked,
  });
  const sending = useMutation({
    mutationFn: async (act: CheckedAct) => await run(command, await signAct(act)),
    onSuccess: (answer, { request }) => {
      setChecked(null);
      onDone(answer, request);
    },
    // A refusal stands beside the form. Another failure, as of a passkey, leaves the dialog open.
    onError: (error) => {
      if (error instanceof Wrong && error.status > 0) setChecked(null);
    },
  });
  return {
    check: (request: CommandRequest, summary: Summary) => {
      sending.reset();
      checking.mutate({ request, summary });
    },
    isChecking: checking.isPending,
    error: checking.error ?? (checked ? null : sending.error),
    /** What the dialog shows; null if nothing waits for the person. */
    confirm: checked && {
      command,
      reason: checked.request.reason,
      summary: checked.summary,
      proposal: checked.confirmation?.proposal ?? null,
      needsPasskey: checked.confirmation?.challenge != null,
      isBusy: sending.isPending,
      error: sending.error,
      onConfirm: () => sending.mutate(checked),
      onCancel: () => {
        setChecked(null);
        sending.reset();
      },
    },
  };
}
