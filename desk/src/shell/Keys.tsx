import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { screenKeys } from './screenKeys.ts';

const keys = [
  ['?', 'Show these keys'],
  ['/', 'Find a command'],
  ['Ctrl Enter', 'Send the form'],
  ['Tab, Shift Tab', 'Go to the next or previous field'],
  ['↑ ↓, Enter', 'Choose in a list or menu'],
  ['Esc', 'Close a dialog or menu'],
] as const;

/** The keys of the desk. */
export function Keys({ onClose }: { onClose: () => void }) {
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="modal">
        <Dialog className="dialog">
          <Heading slot="title">Keys</Heading>
          <dl className="pairs">
            {[...screenKeys(), ...keys].map(([key, about]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{about}</dd>
              </div>
            ))}
          </dl>
          <div className="form-end">
            <Button className="button soft" slot="close" autoFocus>
              Close
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
