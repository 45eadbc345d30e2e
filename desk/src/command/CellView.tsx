import {
  type Cell,
  cellText,
  type DeclaredCommand,
  type Entity,
} from '@sandali/contract/commands.ts';
import { useNavigate } from '@tanstack/react-router';
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { useSession } from '#/session.ts';
import { handOver } from './handoff.ts';
import { slugOf } from './slug.ts';

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

function EntityMenu({ as, id }: { as: Entity; id: string }) {
  const navigate = useNavigate();
  const { commands } = useSession();
  const accepting = commands.filter((command) => argumentFor(command, as));
  if (accepting.length === 0) return shortId(id);
  const open = (command: DeclaredCommand) => {
    handOver(command.name, { [argumentFor(command, as)?.key ?? '']: id });
    void navigate({ to: '/c/$command', params: { command: slugOf(command) } });
  };
  const section = (title: string, kind: DeclaredCommand['kind']) => {
    const some = accepting.filter((command) => command.kind === kind);
    if (some.length === 0) return null;
    return (
      <MenuSection>
        <Header className="menu-title">{title}</Header>
        {some.map((command) => (
          <MenuItem key={command.name} className="list-item" onAction={() => open(command)}>
            {command.label}
          </MenuItem>
        ))}
      </MenuSection>
    );
  };
  return (
    <MenuTrigger>
      <Button className="entity">{shortId(id)}</Button>
      <Popover className="popover">
        <Menu className="list" aria-label="Commands">
          {section('Look', 'look')}
          {section('Act', 'change')}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

const argumentFor = (command: DeclaredCommand, as: Entity) =>
  command.arguments.find(({ of }) => of === as);

/** Ids begin with their time, so that their ends tell them apart. */
function shortId(id: string): string {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) ? `…${id.slice(-8)}` : id;
}
