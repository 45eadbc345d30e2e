// A call declares what client and server agree on: path, caller, request, response and refusals.
import type * as v from 'valibot';
import type { RefusalName } from './codes.ts';

/** Who may call: anybody, or a borrower with a valid session. */
export type Who = 'anyone' | 'borrower';

/**
 * A read does not change data. A write has a request id and takes effect once, however often it is
 * sent.
 */
type Kind = 'read' | 'write';

export type Call<
  I extends v.GenericSchema = v.GenericSchema,
  O extends v.GenericSchema = v.GenericSchema,
  R extends RefusalName = RefusalName,
  W extends Who = Who,
> = {
  /** The path under /galaxy, as spec §7 names it. */
  readonly path: string;
  readonly who: W;
  readonly kind: Kind;
  readonly request: I;
  readonly data: O;
  /** Refusals, in the order in which the server checks them. */
  readonly refusals: readonly R[];
  /** Largest sealed body in bytes; 64 KiB unless the call carries a picture. */
  readonly bodyLimitBytes: number;
};

type Declared<I, O, R, W> = {
  path: string;
  who: W;
  kind: Kind;
  request: I;
  data: O;
  refusals: readonly R[];
  bodyLimitBytes?: number;
};

/** Declares a call with a default body limit of 64 KiB. */
export function call<
  I extends v.GenericSchema,
  O extends v.GenericSchema,
  const R extends RefusalName,
  const W extends Who,
>(declared: Declared<I, O, R, W>): Call<I, O, R, W> {
  return { bodyLimitBytes: 64 * 1024, ...declared };
}

export type AnyCall = Call<v.GenericSchema, v.GenericSchema, RefusalName>;
export type RequestOf<C> = C extends Call<infer I, infer _O, infer _R> ? v.InferOutput<I> : never;
/** The request as the client passes it, before defaults and brands. */
export type RequestInputOf<C> =
  C extends Call<infer I, infer _O, infer _R> ? v.InferInput<I> : never;
export type DataOf<C> = C extends Call<infer _I, infer O, infer _R> ? v.InferOutput<O> : never;
export type RefusalOf<C> = C extends Call<infer _I, infer _O, infer R> ? R : never;
