import type { AnyCall, DataOf, RequestInputOf } from '@sandali/contract/call.ts';
import { useState } from 'react';
import { type Read, type ReadOptions, useAsk } from '#/kit/query.ts';

type Options<C extends AnyCall> = Pick<ReadOptions, 'isOff'> & {
  everyMs: number;
  /** Whether the answer may still change by itself. */
  isMoving(data: DataOf<C>): boolean;
};

/** A read that asks again every `everyMs` for as long as its own answer says that something moves. */
export function useAskWhile<C extends AnyCall>(call: C, input: RequestInputOf<C>, { everyMs, isMoving, isOff }: Options<C>): Read<C> {
  const [isFollowed, setFollowed] = useState(false);
  const read = useAsk(call, input, { ...(isFollowed && { everyMs }), ...(isOff !== undefined && { isOff }) });
  const moves = read.data !== undefined && isMoving(read.data);
  if (moves !== isFollowed) setFollowed(moves);
  return read;
}
