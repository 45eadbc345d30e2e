import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button, Form } from 'react-aria-components';
import { wrongOf } from '#/api.ts';
import { ReasonField } from '#/ui/ReasonField.tsx';
import { faultOfReason } from '#/ui/reason.ts';
import { ageOf, clockOf } from '#/ui/words.ts';
import { type Outcome, released } from './Decided.tsx';
import { useReviewDesk } from './ReviewPage.tsx';
import { wordsOf } from './words.ts';

type Props = {
  id: string;
  error: Error | null;
  onLook: (reason: string) => void;
  onReleased: (outcome: Outcome) => void;
};

const presets = [
  'first look at the application',
  'second look, with the new photo',
  'confirms a proposed limit',
];

/** Asks for the reason of the looks, before anything about the person is shown. */
export function OpenCase({ id, error, onLook, onReleased }: Props) {
  const { queue, leases, review, reason: lastReason } = useReviewDesk();
  const [reason, setReason] = useState(lastReason.current);
  const [isFaultShown, setFaultShown] = useState(false);
  const release = useMutation({
    mutationFn: () => review.run('review release', { input: { application: id } }),
    onSuccess: () => onReleased(released),
  });
  const row = queue.rows?.find(({ application }) => application === id);
  const until = leases.get(id);
  const fault = isFaultShown ? faultOfReason(reason) : null;
  const wrong = release.error ?? error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFaultShown(true);
    if (faultOfReason(reason) === null) onLook(reason);
  };
  return (
    <div className="rv-open">
      <Form onSubmit={submit} validationBehavior="aria">
        <h1>{row?.name ?? 'An application'}</h1>
        <p className="rv-counts">
          {row && (
            <span>
              Waits {ageOf(row.waitingMinutes)}: {row.rules.map(wordsOf).join(', ').toLowerCase()}
            </span>
          )}
          {row?.isLate && (
            <span className="badge" data-tone="danger">
              Late
            </span>
          )}
          {until && (
            <span className="badge" data-tone="positive">
              Yours until {clockOf(until)}
            </span>
          )}
        </p>
        <ReasonField
          value={reason}
          onChange={setReason}
          presets={presets}
          about="For all looks of this case."
          autoFocus
        />
        <p className="notice">
          <b>The borrower sees these looks</b> in the app: the answers, the ID and the selfie, each
          with your reason.
        </p>
        {(wrong || fault) && (
          <p className="wrong" role="alert">
            {wrong ? wrongOf(wrong) : fault}
          </p>
        )}
        <div className="rv-end">
          <Button type="submit" className="button primary">
            {until ? 'Look at the case' : 'Take and look'} <kbd>Enter</kbd>
          </Button>
          {until && (
            <Button
              className="button quiet"
              onPress={() => release.mutate()}
              isPending={release.isPending}
            >
              Release
            </Button>
          )}
        </div>
      </Form>
    </div>
  );
}
