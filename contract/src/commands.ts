// Declarations of staff commands. The server's internal listener serves them; the command line
// and the desk derive their help, input and output from them.
import { type Day, type Instant, instantMs, manilaAheadMs } from './day.ts';
import { type Centavos, formatPesos } from './money.ts';

/** The response header with the time at which the key expires, from 14 days before. */
export const keyEndsHeader = 'x-ops-key-ends';

/** What a value can identify. A client links such a cell to the commands that accept it. */
export const entities = [
  'person',
  'loan',
  'application',
  'payout',
  'receipt',
  'claim',
  'break',
  'entry',
  'case',
  'feedback',
  'dispute',
  'dataRequest',
  'limitRequest',
  'hold',
  'suspicion',
  'recovery',
  'coupon',
  'approval',
  'setting',
  'staff',
  'filesLook',
] as const;
export type Entity = (typeof entities)[number];

/** The groups of commands in the desk's menu, in its order. */
export const menuGroups = [
  'Today',
  'People',
  'Review',
  'Screening',
  'Cases',
  'Collections',
  'Money',
  'Books',
  'Reports',
  'Settings',
  'Staff',
  'System',
] as const;
export type MenuGroup = (typeof menuGroups)[number];

/** How a value is typed and sent. */
export type Typing =
  /**
   * Sent as typed. `like` shows an example; `pattern` is a regular expression for the whole text.
   * A long text runs over several lines.
   */
  | { as: 'text'; like?: string; pattern?: string; isLong?: true }
  /** A day: '2026-11-20'. */
  | { as: 'day' }
  /** A minute in Manila, '2026-11-23 14:00', sent as its instant in UTC. */
  | { as: 'minute' }
  /** Pesos, '1,500.50', sent as whole centavos. */
  | { as: 'pesos' }
  | { as: 'whole'; least: number; most: number }
  /** One of the keys of `of`; the key's value is sent. */
  | { as: 'choice'; of: Readonly<Record<string, string>> }
  /** Words from `of`, separated by commas; sent as a list. */
  | { as: 'choices'; of: readonly string[] }
  /** The name of a file on the sender's machine; the file's text is sent. */
  | { as: 'file' }
  /** The name of a JSON file; the parsed value is sent. */
  | { as: 'json' }
  /** Values joined by a separator, sent as an object. */
  | { as: 'joined'; by: string; parts: readonly TypedPart[] };

/** A part of a joined value. `leftOutAs` is the word that means no value. */
export type TypedPart = { key: string; typing: Typing; leftOutAs?: string };

export type DeclaredArgument = {
  /** The key under which the argument is sent. */
  key: string;
  /**
   * How the argument is typed: as one word, as all remaining words, or as `--name` with a value.
   */
  place: 'word' | 'words' | 'option';
  name: string;
  isOptional: boolean;
  about: string;
  typing: Typing;
  /** What the value identifies; absent if it is not an identifier. */
  of?: Entity;
};

/** How a response is shown. A picture is shown for a few minutes; a file is written unchanged. */
export type Display =
  | { as: 'table'; columns: readonly string[] }
  | { as: 'record' | 'lines' | 'picture' | 'file' };

export type DeclaredCommand = {
  /** The name as typed: 'config set'. */
  name: string;
  /** The desk's menu group; null for a command that runs without a server. */
  menu: MenuGroup | null;
  /** What it does, in a few words: 'Show a person'. */
  label: string;
  about: string;
  /** Complete example commands. */
  examples: readonly string[];
  kind: 'look' | 'change';
  /**
   * Whether the app tells a person that their data was accessed; null for a command that is not
   * about one person.
   */
  aboutPerson: 'reported' | 'withheld' | null;
  /** Whether a reason is required, as for changes and for access to a person's data. */
  needsReason: boolean;
  roles: readonly string[];
  /** Roles that may see masked values; empty if nothing is masked. */
  mayReveal: readonly string[];
  /**
   * Set if a second person must confirm with the command `confirmedBy`: only in the case that
   * `when` describes, or always if `when` is null. `declinedBy` declines the proposal; null if no
   * command does.
   */
  twoPeople: { when: string | null; confirmedBy: string; declinedBy: string | null } | null;
  arguments: readonly DeclaredArgument[];
  display: Display;
  timeoutMs: number;
};

/** A value that a client formats: see `cellText`. */
export type TypedCell =
  | { as: 'money'; centavos: Centavos }
  | { as: 'instant'; at: Instant }
  | { as: 'day'; day: Day }
  | { as: Entity; id: string };
export type Cell = string | number | boolean | null | TypedCell;

/** Formats a cell as text. Instants are in Manila time, to the minute; an empty cell is a dash. */
export function cellText(cell: Cell): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  if (typeof cell !== 'object') return String(cell);
  switch (cell.as) {
    case 'money':
      return formatPesos(cell.centavos);
    case 'instant':
      return new Date(instantMs(cell.at) + manilaAheadMs)
        .toISOString()
        .slice(0, 16)
        .replace('T', ' ');
    case 'day':
      return cell.day;
    default:
      return cell.id;
  }
}

/** A response prepared for display. */
export type Shown = {
  /** The first row contains the column names. */
  rows?: readonly (readonly Cell[])[];
  lines?: readonly string[];
  /** What a request for the next page adds to the input; absent on the last page. */
  next?: Readonly<Record<string, unknown>>;
  /** False if a check has failed. */
  isWell?: boolean;
  /** The name of the file that contains a picture while it is shown. */
  fileName?: string;
};
