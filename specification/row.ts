// A row of the specification: one of its sentences, the tests that prove it, and what each test catches. The rows are in rows/, by chapter;
// specification.test.ts checks all of them, mutants.ts plants what they say is caught, and docs/specification.md is printed from them.
import type { Edit } from './breaks.ts';

/** Chapters of the specification, and the list of attacks. */
export type Chapter = '§1' | '§2' | '§3' | '§4' | '§5' | '§6' | '§7' | '§8' | '§9' | 'A';

/** A test that proves the row, and a break of the product, one edit or several at once, on which exactly this test turns red. */
export type Proof = {
  /** 'test' runs in `npm test`; 'full' runs in `npm run check:full` alone: with `atLength`, in a *.full.test.ts, or a battery that is not among the quick ones. */
  readonly kind: 'test' | 'full';
  readonly file: string;
  /** As in the source, with placeholders: '%s is refused', '${name}: a loan is signed'. Of a battery, its name. */
  readonly title: string;
  readonly breaks: readonly Edit[];
};

/** The product does otherwise on purpose; a note of docs/decisions says why. */
export type Differs = { readonly kind: 'differs'; readonly note: string; readonly why: string };

export type Row = {
  readonly chapter: Chapter;
  /** The words of the specification, as short as is unambiguous. */
  readonly sentence: string;
  readonly proofs: readonly Proof[];
  readonly differs: Differs | null;
};

/** One sentence of the specification, with what proves it. A proof without a break proves nothing yet. */
export function row(chapter: Chapter, sentence: string, ...parts: readonly (Proof | Differs)[]): Row {
  const proofs = parts.filter((part) => part.kind !== 'differs');
  return { chapter, sentence, proofs, differs: parts.find((part) => part.kind === 'differs') ?? null };
}

/** A test of `npm test` that turns red when all of `breaks` are planted. */
export function test(file: string, title: string, ...breaks: readonly Edit[]): Proof {
  return { kind: 'test', file, title, breaks };
}

/** A test of `npm run check:full` that turns red when all of `breaks` are planted. */
export function full(file: string, title: string, ...breaks: readonly Edit[]): Proof {
  return { kind: 'full', file, title, breaks };
}

/** The product differs, because; `note` is a file of docs/decisions. */
export function differs(note: string, why: string): Differs {
  return { kind: 'differs', note, why };
}

export type State = 'proven' | 'proven at length' | 'differs' | 'not proven yet';

/** The proofs of a row that a planted break has to turn red. */
export function broken(row: Row): readonly Proof[] {
  return row.proofs.filter((proof) => proof.breaks.length > 0);
}

export function stateOf(row: Row): State {
  if (row.differs) return 'differs';
  const proofs = broken(row);
  if (proofs.length === 0) return 'not proven yet';
  return proofs.some((proof) => proof.kind === 'test') ? 'proven' : 'proven at length';
}
