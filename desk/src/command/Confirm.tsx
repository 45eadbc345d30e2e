// The dialog that asks before a change is made.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import type { Proposal } from '@sandali/contract/desk.ts';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { ActionButton } from '#/ui/ActionButton.tsx';
import { Pairs } from '#/ui/Pairs.tsx';
import { Wrong } from '#/ui/Wrong.tsx';
import { FactsTable } from './FactsTable.tsx';
import { storyOf } from './storyOf.ts';

type Props = {
  command: DeclaredCommand;
  reason: string | undefined;
  /** What is sent, as pairs of a label and a text. */
  summary: readonly (readonly [string, string])[];
  /** The proposal that this change would confirm; null if it confirms none. */
  proposal: Proposal | null;
  needsPasskey: boolean;
  isBusy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onCancel: () => void;
};

export function Confirm(props: Props) {
  const { command, reason, summary, proposal, needsPasskey } = props;
  const { isBusy, error, onConfirm, onCancel } = props;
  const act = proposal ? 'Confirm' : command.twoPeople?.when === null ? 'Propose' : command.label;
  return (
    <ModalOverlay
      className="overlay"
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isBusy && onCancel()}
    >
      <Modal className="modal">
        <Dialog className="dialog">
          <Heading slot="title">
            {proposal ? `Confirm: ${proposal.what}` : `${command.label}?`}
          </Heading>
          {proposal ? (
            <>
              <FactsTable facts={proposal.facts} isPlain />
              <Pairs pairs={storyOf(proposal)} />
            </>
          ) : (
            <p>{command.about}</p>
          )}
          <Pairs pairs={[...summary, ...(reason ? [['Reason', reason] as const] : [])]} />
          {!proposal && command.twoPeople && (
            <p className="note">
              {command.twoPeople.when
                ? `${command.twoPeople.when}, this waits for a second person.`
                : 'Nothing changes until a second person confirms it.'}
            </p>
          )}
          <div className="form-end">
            <ActionButton look="primary" isBusy={isBusy} busyText="Waiting…" onPress={onConfirm}>
              {needsPasskey && proposal ? `${act} with your passkey` : act}
            </ActionButton>
            <Button className="button quiet" onPress={onCancel} isDisabled={isBusy}>
              Cancel
            </Button>
          </div>
          <Wrong error={error} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
