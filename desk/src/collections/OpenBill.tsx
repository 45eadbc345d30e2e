// The open bill: first the reason of the look, then what the call needs, the call and its result.
import { zeroCentavos } from '@sandali/contract/money.ts';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ask } from '#/answer.ts';
import { useSession } from '#/session.ts';
import { LookForm } from '#/ui/LookForm.tsx';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { useKeys } from '#/ui/useKeys.ts';
import { Wrong } from '#/ui/Wrong.tsx';
import { type Bill, type BillRow, zBill, zReleased, zTaken } from './answers.ts';
import { BillActs } from './BillActs.tsx';
import { BillFacts } from './BillFacts.tsx';
import { CallPermission } from './CallPermission.tsx';
import { TalkForm, type TalkResult } from './TalkForm.tsx';
import { daysWords } from './words.ts';

type Props = {
  row: BillRow;
  /** The reason that this person typed last. */
  reason: RefObject<string>;
  /** Called when the list no longer shows the state of the bill. */
  onActed: () => void;
  onNext: () => void;
};
const reasons = [
  'to call about the overdue bill',
  'the borrower calls about the bill',
  'checks a promise',
];

export function OpenBill({ row, reason: last, onActed, onNext }: Props) {
  const { commands } = useSession();
  const [reason, setReason] = useState(last.current);
  const [bill, setBill] = useState<Bill | null>(null);
  const look = useMutation({
    mutationFn: () => {
      last.current = reason;
      return ask(commands, 'overdue show', zBill, { input: { reference: row.reference }, reason });
    },
    onSuccess: (shown) => {
      setBill(shown);
      // The mutation would keep the person's data otherwise.
      look.reset();
    },
  });
  if (bill)
    return (
      <Opened
        row={row}
        bill={bill}
        reason={reason}
        onBill={(changed) => {
          setBill(changed);
          onActed();
        }}
        onNext={onNext}
      />
    );
  return (
    <OpenRow label="The open bill" title={row.name ?? 'No name'} about={`Loan ${row.reference}`}>
      <LookForm
        reason={reason}
        onReason={setReason}
        reasons={reasons}
        about="Shows what is owed, the calls and promises, and what to say."
        isReported
        error={look.error}
        isBusy={look.isPending}
        onLook={() => look.mutate()}
      />
    </OpenRow>
  );
}

type OpenedProps = {
  row: BillRow;
  bill: Bill;
  reason: string;
  onBill: (bill: Bill) => void;
  onNext: () => void;
};

function Opened({ row, bill, reason, onBill, onNext }: OpenedProps) {
  const { commands, name } = useSession();
  const [talk, setTalk] = useState<'call' | 'promise' | null>(null);
  const [result, setResult] = useState<TalkResult | null>(null);
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (result) notice.current?.focus();
  }, [result]);
  const input = { reference: row.reference };
  const may = (command: string) => commands.some((each) => each.name === command);
  const isMine = bill.owner?.by === name;
  const isFree = bill.owner === null || isMine;
  const take = async () => ({
    by: name,
    until: (await ask(commands, 'overdue take', zTaken, { input })).until,
  });
  const hold = useMutation({
    mutationFn: async () => {
      if (!isMine) return await take();
      await ask(commands, 'overdue release', zReleased, { input });
      return null;
    },
    onSuccess: (owner) => onBill({ ...bill, owner }),
  });
  const call = useMutation({
    mutationFn: async () => {
      if (!isMine) onBill({ ...bill, owner: await take() });
      return await ask(commands, 'overdue show', zBill, { input, reason, reveal: true });
    },
    onSuccess: (shown) => {
      onBill(shown);
      setTalk('call');
      call.reset();
    },
  });
  const mayCall = may('overdue call-log') && isFree && bill.calling.whyNot === null && !talk;
  const mayPromise = may('overdue promise') && bill.promise.whyNot === null && !talk;
  const acts = {
    call: mayCall ? () => !call.isPending && call.mutate() : null,
    promise: mayPromise ? () => setTalk('promise') : null,
    hold: may('overdue take') && isFree && !talk ? () => !hold.isPending && hold.mutate() : null,
  };
  useKeys({ c: acts.call, p: acts.promise, t: acts.hold });
  const finish = (talkResult: TalkResult) => {
    setTalk(null);
    setResult(talkResult);
    onBill(afterTalk(bill, talkResult));
  };
  return (
    <OpenRow
      label="The open bill"
      title={bill.name ?? 'No name'}
      about={
        <span className="co-who">
          <span className="co-phone">{bill.phone}</span> <span>{daysWords(bill.days)}</span>{' '}
          <span>Loan {bill.reference}</span>{' '}
          <span>{bill.owner ? ownerWords(bill.owner, name) : 'Nobody holds it'}</span>
        </span>
      }
    >
      <CallPermission calling={bill.calling} isFree={isFree} owner={bill.owner} />
      {result && (
        <p ref={notice} className="co-done" role="status" tabIndex={-1}>
          {result.words}
        </p>
      )}
      {!talk && <BillActs acts={acts} isMine={isMine} isCalling={call.isPending} onNext={onNext} />}
      <Wrong error={call.error ?? hold.error} />
      {talk && (
        <TalkForm
          bill={bill}
          isCall={talk === 'call'}
          reason={reason}
          onDone={finish}
          onCancel={() => setTalk(null)}
        />
      )}
      <BillFacts bill={bill} />
    </OpenRow>
  );
}

const ownerWords = ({ by, until }: NonNullable<Bill['owner']>, me: string): string =>
  `${by === me ? 'Yours' : `Held by ${by}`} until the end of ${until}`;

/** Returns the bill with a logged call and a promise, so that it needs no new look. */
function afterTalk(bill: Bill, { logged, promised }: TalkResult): Bill {
  const called: Bill = logged
    ? { ...bill, calling: { ...bill.calling, ...logged }, calls: [logged, ...bill.calls] }
    : bill;
  const [first] = promised ?? [];
  if (!promised || !first) return called;
  const keptSoFar = `The promise is kept so far. Call about this bill only after ${first.on}.`;
  const promise = {
    madeOn: bill.owed.on,
    isPlan: false,
    state: 'kept',
    parts: promised.map((part) => ({ ...part, paidCentavos: zeroCentavos })),
  };
  return {
    ...called,
    // Late charges stop, so the amount of tomorrow changes.
    tomorrow: null,
    calling: { ...called.calling, whyNot: keptSoFar, from: null },
    promise: { ...bill.promise, whyNot: keptSoFar },
    promises: [...bill.promises, promise],
  };
}
