// What a command of staff says of itself. The inside listener serves it; the command line makes its
// help, its input and its output of it.

/** How a value is typed, and what is sent for it. */
export type Typing =
  /**
   * Sent as it is typed. `like` shows its shape, `pattern` is a regular expression for the whole of
   * it.
   */
  | { as: 'text'; like?: string; pattern?: string }
  /** A day: '2026-11-20'. */
  | { as: 'day' }
  /** A minute in Manila, '2026-11-23 14:00', sent as its instant in UTC. */
  | { as: 'minute' }
  /** Pesos, '1,500.50', sent as whole centavos. */
  | { as: 'pesos' }
  | { as: 'whole'; least: number; most: number }
  /** One of these words; the value of the word is sent. */
  | { as: 'choice'; of: Readonly<Record<string, string>> }
  /** Several of these words with commas between them, sent as a list. */
  | { as: 'choices'; of: readonly string[] }
  /** The name of a file on the sender's machine, whose text is sent. */
  | { as: 'file' }
  /** The same for a file of JSON, whose value is sent. */
  | { as: 'json' }
  /** Values with a sign between them, sent as an object. */
  | { as: 'joined'; by: string; parts: readonly TypedPart[] };

/** A part of a joined value. `leftOutAs` is a word for which nothing is sent. */
export type TypedPart = { key: string; typing: Typing; leftOutAs?: string };

export type DeclaredArgument = {
  /** Under what it is sent. */
  key: string;
  /** A word in its place, all words that are left, or `--name` with a value. */
  place: 'word' | 'words' | 'option';
  name: string;
  isOptional: boolean;
  /** One sentence. */
  about: string;
  typing: Typing;
};

/**
 * How an answer is shown. A picture is lent to its viewer for some minutes; a file is written as it
 * comes.
 */
export type Display =
  | { as: 'table'; columns: readonly string[] }
  | { as: 'record' | 'lines' | 'picture' | 'file' };

export type DeclaredCommand = {
  /** As it is typed: 'config set'. */
  name: string;
  about: string;
  /** What may be typed, each with all that it needs. */
  examples: readonly string[];
  kind: 'look' | 'change';
  /**
   * An access to one person's data: 'reported' is shown to that person in the app, 'withheld' is
   * not; null for anything else.
   */
  aboutPerson: 'reported' | 'withheld' | null;
  /** A change needs one, and so does a look at a person. */
  needsReason: boolean;
  roles: readonly string[];
  /** Who may see openly what is masked; empty where nothing is. */
  mayReveal: readonly string[];
  /**
   * Null where one person is enough. `when` names the cases and is null where it is always; the
   * second person types `confirmedBy`.
   */
  twoPeople: { when: string | null; confirmedBy: string } | null;
  arguments: readonly DeclaredArgument[];
  display: Display;
  /** How long an answer may take, in ms. */
  timeoutMs: number;
};

export type Cell = string | number | boolean | null;

/** An answer as it is shown. */
export type Shown = {
  /** The first row names the columns. */
  rows?: readonly (readonly Cell[])[];
  lines?: readonly string[];
  /** False where what was looked at is not well. */
  isWell?: boolean;
  /** What a picture is called while it is lent. */
  fileName?: string;
};
