import type { DeclaredCommand, Entity } from '@sandali/contract/commands.ts';

/** What a command can be about. */
export type Subject = { as: Entity; id: string };

/** Returns a command's argument for an entity; undefined if it accepts none. */
export const argumentFor = (command: DeclaredCommand, as: Entity) =>
  command.arguments.find(({ of }) => of === as);

/** Returns the texts of a command's form that name a subject. */
export const textsFor = (command: DeclaredCommand, { as, id }: Subject) => ({
  [argumentFor(command, as)?.key ?? '']: id,
});

/** Returns the argument that names a subject, as it is sent. */
export function inputFor(command: DeclaredCommand, { as, id }: Subject): Record<string, unknown> {
  const argument = argumentFor(command, as);
  return argument ? { [argument.key]: argument.place === 'words' ? [id] : id } : {};
}
