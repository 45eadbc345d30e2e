// A complaint: its two deadlines, the payment, and the conversation as text and pictures.
import type { Cell } from '@sandali/contract/commands.ts';
import type { Instant } from '@sandali/contract/day.ts';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { CellView } from '#/command/CellView.tsx';
import type { Subject } from '#/command/subject.ts';
import { type Pair, Pairs } from '#/ui/Pairs.tsx';
import { timeOf, wordsOfName } from '#/ui/words.ts';
import type { Complaint, Turn } from './answers.ts';
import { Pictures } from './Pictures.tsx';

type Props = {
  subject: Subject;
  complaint: Complaint;
  turns: readonly Turn[];
  /** The same facts as cells, with amounts and entities. */
  rows: readonly (readonly Cell[])[];
};

/** The facts that stand beside the conversation, by their names in the command's record. */
const facts = ['kind', 'phone', 'loan', 'paidThrough', 'paidOn', 'amount', 'reference'];

export function ComplaintView({ subject, complaint, turns, rows }: Props) {
  const { openedAt, acknowledgeOn, resolveOn, words } = complaint;
  const pairs = facts.flatMap((name): Pair[] => {
    const cell = rows.find(([key]) => key === name)?.[1] ?? null;
    if (cell === null) return [];
    const isName = typeof cell === 'string' && ['kind', 'paidThrough'].includes(name);
    const value = isName ? wordsOfName(cell) : <CellView key={name} cell={cell} />;
    return [[wordsOfName(name), value]];
  });
  return (
    <>
      <Pairs
        pairs={[
          [
            'Acknowledge by',
            stepWords(acknowledgeOn, complaint.acknowledgedAt, complaint.acknowledgedBy),
          ],
          ['Answer by', stepWords(resolveOn, complaint.answeredAt, complaint.answeredBy)],
          ...pairs,
        ]}
      />
      <ol className="cs-talk" aria-label="Conversation">
        <li data-by="borrower">
          <small>The borrower, {timeOf(openedAt)}</small>
          <p>{words ?? 'A payment that the app does not show; its facts are above.'}</p>
        </li>
        {turns.map((turn) => (
          <TurnView key={turn.turn} turn={turn} subject={subject} />
        ))}
      </ol>
    </>
  );
}

const stepWords = (on: string, at: Instant | null, by: string | null): string =>
  at ? `${on}: done ${timeOf(at)} by ${by}` : on;

/** The line of the command line that saves a PDF, to open it outside of the browser. */
function PdfLine({ number, which }: { number: string; which: number }) {
  const line = `sandali-ops complaint photo ${number} --which ${which} --reason "…"`;
  return (
    <div className="cs-pdf">
      <p>A PDF. It comes from a stranger and cannot be marked, so open it in isolation:</p>
      <code>{line}</code>
    </div>
  );
}

function TurnView({ turn, subject }: { turn: Turn; subject: Subject }) {
  const [isOpen, setOpen] = useState(false);
  const { at, by, shownAs, isAnswer, words, picture, kind } = turn;
  const isOurs = by !== 'the borrower';
  const what = kind === 'pdf' ? 'PDF' : 'picture';
  return (
    <li data-by={isOurs ? 'staff' : 'borrower'}>
      <small>
        {isOurs ? `${by}${shownAs ? ` as ${shownAs}` : ''}` : 'The borrower'}, {at}
        {isAnswer && ' · the answer'}
      </small>
      {words && <p>{words}</p>}
      {picture === 'deleted' && <p className="cs-gone">The {what} is deleted.</p>}
      {typeof picture === 'number' && kind === 'pdf' && (
        <PdfLine number={subject.id} which={picture} />
      )}
      {typeof picture === 'number' && kind === 'picture' && !isOpen && (
        <Button className="button soft" onPress={() => setOpen(true)}>
          Look at picture {picture}
        </Button>
      )}
      {typeof picture === 'number' && isOpen && (
        <Pictures
          command="complaint photo"
          wanted={[{ name: `Picture ${picture}`, input: { number: subject.id, which: picture } }]}
          reasons={['Reads the receipt', 'Works on the complaint']}
          about="For this picture."
        />
      )}
    </li>
  );
}
