import type { Application, PictureSide } from './answers.ts';
import type { Outcome } from './Decided.tsx';
import { Approve } from './decide/Approve.tsx';
import { AskPhoto } from './decide/AskPhoto.tsx';
import { NoteCall } from './decide/NoteCall.tsx';
import { Reject } from './decide/Reject.tsx';
import { ConfirmLimit, DeclineLimit } from './decide/Second.tsx';
import { useReviewDesk } from './ReviewPage.tsx';

export type Act = 'approve' | 'photo' | 'reject' | 'call' | 'confirm' | 'decline';

type Props = {
  act: Act | null;
  application: Application;
  chosen: PictureSide;
  onClose: () => void;
  onFinished: (outcome: Outcome) => void;
  /** Called after an act that leaves the case with this person, who then looks again. */
  onChanged: () => void;
};

/** The panel of the act that was chosen. */
export function CaseActs({ act, application, chosen, onClose, onFinished, onChanged }: Props) {
  const { review } = useReviewDesk();
  const props = { application, review, onDone: onFinished, onClose };
  const change = () => {
    onClose();
    onChanged();
  };
  switch (act) {
    case 'approve':
      return <Approve {...props} />;
    case 'photo':
      return <AskPhoto {...props} first={chosen} />;
    case 'reject':
      return <Reject {...props} />;
    case 'confirm':
      return <ConfirmLimit {...props} />;
    case 'decline':
      return <DeclineLimit {...props} onDeclined={change} />;
    case 'call':
      return (
        <NoteCall
          {...props}
          onNoted={(released) => (released === null ? change() : onFinished(released))}
        />
      );
    default:
      return null;
  }
}
