import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import * as v from 'valibot';

/** What a handler may reach of Node below it. */
export type Bindings = { Bindings: HttpBindings };

/** The body when it fits the schema, else null. */
export async function readBody<S extends v.GenericSchema>(c: Context<Bindings>, schema: S): Promise<v.InferOutput<S> | null> {
  try {
    const body = v.safeParse(schema, await c.req.json());
    return body.success ? body.output : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
