// Runs a command by its name and checks the shape of its response.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import * as v from 'valibot';
import { type CommandRequest, run, Wrong } from './api.ts';

type Commands = readonly DeclaredCommand[];

/** Returns a command of the person's. @throws Wrong if their roles may not run it */
export function commandNamed(commands: Commands, name: string): DeclaredCommand {
  const command = commands.find((each) => each.name === name);
  if (!command) throw new Wrong(`Your role may not run ${name}.`, 403);
  return command;
}

/** Runs a command. @throws Wrong also if the roles may not run it, or the response is unknown */
export async function ask<S extends v.GenericSchema>(
  commands: Commands,
  name: string,
  shape: S,
  request: CommandRequest,
): Promise<v.InferOutput<S>> {
  return (await askPage(commands, name, shape, request)).data;
}

/** As `ask`. `next` is what the next page's request adds to the input; null on the last page. */
export async function askPage<S extends v.GenericSchema>(
  commands: Commands,
  name: string,
  shape: S,
  request: CommandRequest,
): Promise<{ data: v.InferOutput<S>; next: Readonly<Record<string, unknown>> | null }> {
  const { data, shown } = await run(commandNamed(commands, name), request);
  const answer = v.safeParse(shape, data);
  if (answer.success) return { data: answer.output, next: shown.next ?? null };
  throw new Wrong(
    `The desk does not know this response of ${name}. Reload the page; if it stays, tell an engineer.`,
    0,
  );
}
