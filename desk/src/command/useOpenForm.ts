import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import { useNavigate } from '@tanstack/react-router';
import { handOver } from './handoff.ts';
import { slugOf } from './slug.ts';

/** Returns a function that opens a command's own page, with some texts already typed. */
export function useOpenForm() {
  const navigate = useNavigate();
  return (command: DeclaredCommand, texts: Readonly<Record<string, string>>) => {
    handOver(command.name, texts);
    void navigate({ to: '/c/$command', params: { command: slugOf(command) } });
  };
}
