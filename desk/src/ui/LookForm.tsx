import { type FormEvent, type ReactNode, useState } from 'react';
import { Button, Form } from 'react-aria-components';
import { ReasonField } from './ReasonField.tsx';
import { faultOfReason } from './reason.ts';
import { Wrong } from './Wrong.tsx';

type Props = {
  reason: string;
  onReason: (reason: string) => void;
  /** Usual reasons. */
  reasons: readonly string[];
  /** What the reason is for. */
  about: string;
  /** Whether the person sees the look, or only the trail. */
  isReported: boolean;
  error: Error | null;
  isBusy: boolean;
  onLook: () => void;
  /** Stands above the field. */
  children?: ReactNode;
};

/** Asks for the reason of a look, before anything about the person is shown. */
export function LookForm({ reason, onReason, reasons, about, isReported, ...props }: Props) {
  const { error, isBusy, onLook, children } = props;
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = faultOfReason(reason);
    setFault(wrong ?? undefined);
    if (wrong === null && !isBusy) onLook();
  };
  return (
    <Form className="look-form" onSubmit={submit} validationBehavior="aria">
      {children}
      <ReasonField
        value={reason}
        onChange={onReason}
        presets={reasons}
        about={about}
        fault={fault}
        autoFocus
      />
      <p className="notice">
        {isReported ? (
          <>
            <b>The person sees this look</b> in the app, with your role and your reason.
          </>
        ) : (
          'The trail keeps this look. The person does not see it.'
        )}
      </p>
      <Wrong error={error} />
      <div className="form-end">
        <Button type="submit" className="button primary" isPending={isBusy}>
          {isBusy ? 'Looking…' : 'Look'} <kbd>Enter</kbd>
        </Button>
      </div>
    </Form>
  );
}
