import { type Cell, cellText, type DeclaredCommand } from '@sandali/contract/commands.ts';
import { useSession } from '#/session.ts';
import { CommandMenu } from './CommandMenu.tsx';
import { argumentFor, type Subject, textsFor } from './subject.ts';
import { useOpenForm } from './useOpenForm.ts';

/** A cell as text. A cell that identifies something opens the commands that accept it. */
export function CellView({ cell }: { cell: Cell }) {
  if (typeof cell !== 'object' || cell === null) return cellText(cell);
  switch (cell.as) {
    case 'instant':
      return <time dateTime={cell.at}>{cellText(cell)}</time>;
    case 'money':
    case 'day':
      return <span className="no-wrap">{cellText(cell)}</span>;
    default:
      return <EntityMenu as={cell.as} id={cell.id} />;
  }
}

function EntityMenu(subject: Subject) {
  const { commands } = useSession();
  const open = useOpenForm();
  const accepting = commands.filter((command) => argumentFor(command, subject.as));
  if (accepting.length === 0) return shortId(subject.id);
  const section = (title: string, kind: DeclaredCommand['kind']) => ({
    title,
    subject,
    commands: accepting.filter((command) => command.kind === kind),
  });
  return (
    <CommandMenu
      className="entity"
      button={shortId(subject.id)}
      label="Commands"
      sections={[section('Look', 'look'), section('Act', 'change')]}
      onChoose={(command) => open(command, textsFor(command, subject))}
    />
  );
}

/** Ids begin with their time, so that their ends tell them apart. */
function shortId(id: string): string {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) ? `…${id.slice(-8)}` : id;
}
