// A menu of commands about some things, by sections.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import type { ReactNode } from 'react';
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import type { Subject } from './subject.ts';

type Props = {
  /** What the button shows, and its look. */
  button: ReactNode;
  className: string;
  label: string;
  sections: readonly { title: string; subject: Subject; commands: readonly DeclaredCommand[] }[];
  onChoose: (command: DeclaredCommand, subject: Subject) => void;
};

export function CommandMenu({ button, className, label, sections, onChoose }: Props) {
  const filled = sections.filter(({ commands }) => commands.length > 0);
  if (filled.length === 0) return null;
  return (
    <MenuTrigger>
      <Button className={className}>{button}</Button>
      <Popover className="popover" placement="bottom start">
        <Menu className="list" aria-label={label}>
          {filled.map(({ title, subject, commands }) => (
            <MenuSection key={`${title} ${subject.id}`}>
              <Header className="menu-title">{title}</Header>
              {commands.map((command) => (
                <MenuItem
                  key={command.name}
                  className="list-item"
                  onAction={() => onChoose(command, subject)}
                >
                  {command.label}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
