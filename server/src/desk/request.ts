// Reads the bodies of the desk's calls.
import type { Context } from 'hono';
import * as v from 'valibot';

const bodyLimitBytes = 64 * 1024;

/** Reads a JSON body by its schema; returns the response that refuses it otherwise. */
export async function readInput<S extends v.GenericSchema>(
  c: Context,
  schema: S,
): Promise<v.InferOutput<S> | Response> {
  const length = Number(c.req.header('content-length') ?? Number.NaN);
  if (!(length <= bodyLimitBytes))
    return c.json({ wrong: 'The body is too large, or has no length.' }, 413);
  const input = v.safeParse(schema, await c.req.json().catch(() => null));
  if (input.success) return input.output;
  return c.json({ wrong: `The call is wrong: ${input.issues[0].message}` }, 400);
}
