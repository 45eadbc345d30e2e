import { Button } from 'react-aria-components';

type Act = (() => unknown) | null;
type Props = {
  /** What can be done now; null if it cannot. */
  acts: { call: Act; promise: Act; hold: Act };
  isMine: boolean;
  isCalling: boolean;
  onNext: () => void;
};

export function BillActs({ acts, isMine, isCalling, onNext }: Props) {
  return (
    <div className="form-end">
      {acts.call && (
        <Button className="button primary" onPress={() => acts.call?.()} isPending={isCalling}>
          Call <kbd>C</kbd>
        </Button>
      )}
      {acts.promise && (
        <Button className="button soft" onPress={() => acts.promise?.()}>
          Promise <kbd>P</kbd>
        </Button>
      )}
      {acts.hold && (
        <Button className="button soft" onPress={() => acts.hold?.()}>
          {isMine ? 'Release' : 'Take'} <kbd>T</kbd>
        </Button>
      )}
      <Button className={`button ${acts.call ? 'soft' : 'primary'}`} onPress={onNext}>
        Next <kbd>N</kbd>
      </Button>
    </div>
  );
}
