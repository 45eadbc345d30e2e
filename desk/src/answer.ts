// Runs a command by its name and checks the shape of its response.
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import * as v from 'valibot';
import { type CommandRequest, run, Wrong } from './api.ts';

/** @throws Wrong also if the command is not the person's, or the response has another shape */
export async function ask<S extends v.GenericSchema>(
  commands: readonly DeclaredCommand[],
  name: string,
  shape: S,
  request: CommandRequest,
): Promise<v.InferOutput<S>> {
  const command = commands.find((each) => each.name === name);
  if (!command) throw new Wrong(`Your role may not run ${name}.`, 403);
  const answer = v.safeParse(shape, (await run(command, request)).data);
  if (answer.success) return answer.output;
  throw new Wrong(
    `The desk does not know this response of ${name}. Reload the page; if it stays, tell an engineer.`,
    0,
  );
}
