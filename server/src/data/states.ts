// The states of loans, payouts and other records, and the changes between them that the database
// allows.
import { transitions } from './transitions.ts';

type Transition = (typeof transitions)[number];
type Kind = Transition['kind'];
export type StateOf<K extends Kind> = Extract<Transition, { kind: K }>['from' | 'to'];

/** Whether a change of state is possible. */
export function mayMove<K extends Kind>(kind: K, from: string, to: StateOf<K>): boolean {
  return transitions.some((row) => row.kind === kind && row.from === from && row.to === to);
}

/** Returns the states from which a state can still be reached. */
export function statesBefore<K extends Kind>(kind: K, state: StateOf<K>): StateOf<K>[] {
  const before = new Set<string>([state]);
  for (const reached of before)
    for (const row of transitions)
      if (row.kind === kind && row.to === reached) before.add(row.from);
  before.delete(state);
  return [...before] as StateOf<K>[];
}
