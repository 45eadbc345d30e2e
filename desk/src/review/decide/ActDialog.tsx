// The panel of an act: its fields, the server's refusal beside the button, and what was typed kept.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button, Dialog, Form, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { wrongOf } from '#/api.ts';

type Props = {
  title: string;
  about: ReactNode;
  /** The words on the button that acts. */
  act: string;
  tone?: 'danger';
  /** Says what is missing, or null if the act can be sent. */
  fault: string | null;
  send: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

export function ActDialog({ title, about, act, tone, fault, send, onClose, children }: Props) {
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: send });
  const [isFaultShown, setFaultShown] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setFaultShown(true);
    reset();
    if (fault === null) mutate();
  };
  const wrong = error ? wrongOf(error) : isFaultShown ? fault : null;
  return (
    <ModalOverlay
      className="rv-overlay"
      isOpen
      isDismissable={!isPending}
      onOpenChange={(isOpen) => !isOpen && !isPending && onClose()}
    >
      <Modal className="rv-panel">
        <Dialog className="rv-dialog">
          <Form onSubmit={submit} validationBehavior="aria">
            <Heading slot="title">{title}</Heading>
            <p className="rv-about">{about}</p>
            {children}
            {wrong && (
              <p className="wrong" role="alert">
                {wrong}
              </p>
            )}
            <div className="rv-end">
              <Button
                type="submit"
                className={`button primary ${tone ?? ''}`}
                isPending={isPending}
              >
                {isPending ? 'Waiting…' : act} <kbd>Enter</kbd>
              </Button>
              <Button className="button quiet" onPress={onClose} isDisabled={isPending}>
                Cancel
              </Button>
            </div>
          </Form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
