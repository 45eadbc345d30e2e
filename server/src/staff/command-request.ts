// A staff command as an HTTP request, and its response. Shared by the ops API and the desk.
import { visibleLine } from '@sandali/contract/text.ts';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { StaffCommand } from '#/commands/command.ts';
import { type Act, perform } from './perform.ts';

const limitBytes = 64 * 1024;

export const zCommandRequest = v.strictObject({
  input: v.optional(v.unknown(), {}),
  reason: v.optional(
    v.pipe(v.string(), v.transform(visibleLine), v.minLength(3), v.maxLength(500)),
  ),
  reveal: v.optional(v.boolean()),
});
type CommandRequest = v.InferOutput<typeof zCommandRequest>;

/** Returns the commands by their names joined with '/'. */
export function commandsByPath(
  commands: readonly StaffCommand[],
): ReadonlyMap<string, StaffCommand> {
  return new Map(commands.map((command) => [command.name.replaceAll(' ', '/'), command]));
}

/** Reads a command's body by its schema; returns the response that refuses it otherwise. */
export async function readCommand<R extends CommandRequest>(
  c: Context,
  command: StaffCommand,
  schema: v.GenericSchema<unknown, R>,
): Promise<R | Response> {
  const length = Number(c.req.header('content-length') ?? Number.NaN);
  if (!(length <= (command.bodyLimitBytes ?? limitBytes)))
    return c.json({ wrong: 'The body is too large, or has no length.' }, 413);
  const request = v.safeParse(schema, await c.req.json().catch(() => null));
  return request.success
    ? request.output
    : c.json({ wrong: 'Send {input, reason, reveal}; a reason has 3 to 500 characters.' }, 400);
}

/** Runs a command and returns its response: `{data, shown}`, a stream of text, or `{wrong}`. */
export async function respondTo(c: Context, act: Act): Promise<Response> {
  const outcome = await perform(act);
  if (outcome.status === 200 && outcome.stream)
    return c.body(bytesOf(outcome.stream), 200, { 'content-type': 'text/csv; charset=utf-8' });
  return c.json(outcome.body, outcome.status);
}

/** Streams text as it is produced. A slow reader slows the producer; an error ends the stream. */
function bytesOf(text: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const [pieces, encoder] = [text[Symbol.asyncIterator](), new TextEncoder()];
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}
