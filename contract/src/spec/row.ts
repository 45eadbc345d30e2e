// A row of the specification, and what shows it. The rows stand in the files beside this one; spec.test.ts checks that every thing named exists.

/** Chapters of the specification, and the list of attacks. */
export type Chapter = 'A' | '§1' | '§2' | '§3' | '§4' | '§5' | '§6' | '§7' | '§8' | '§9';
/** The open issues that bring what is not there yet. */
export type Issue = 2 | 3 | 4 | 5 | 6 | 7;

export type Shown =
  /** A path of web/src/paths.ts. */
  | { kind: 'route'; key: string }
  /** A call of all.ts. */
  | { kind: 'call'; key: string }
  /** A field of a call's request or data: 'bill.dueOn', 'cards[].cardNo'. */
  | { kind: 'field'; call: string; side: 'request' | 'data'; key: string }
  /** A member of a list that the contract exports, for example 'credit.ts' relationships parent. */
  | { kind: 'member'; file: string; list: string; key: string }
  /** A refusal of codes.ts. */
  | { kind: 'refusal'; key: string; code?: string }
  /** A text of the server (server/src/texts/en.po); `says` is how it begins. */
  | { kind: 'text'; key: string; says?: string }
  /** A text of the web program (web/src/i18n/en/*.po); `says` is how it begins. */
  | { kind: 'webText'; key: string; says?: string }
  /** An export of constants.ts or locale.ts with its value. */
  | { kind: 'constant'; key: string; value: unknown }
  /** Words that stand in a source file of the repository, where there is nothing better to name: a header, a storage key. */
  | { kind: 'source'; file: string; key: string }
  /** A test by its title. */
  | { kind: 'test'; file: string; key: string };

export type Row = {
  readonly spec: Chapter;
  /** The line of the specification, as short as can be told apart. */
  readonly item: string;
  readonly shownBy: readonly Shown[];
  /** The open issue that brings it, or that finishes what is begun. */
  readonly issue?: Issue;
};

/** A row that stands, with what shows it. */
export function shown(spec: Chapter, item: string, ...shownBy: readonly [Shown, ...Shown[]]): Row {
  return { spec, item, shownBy };
}

/** A row of which a part stands; the issue brings the rest. */
export function begun(spec: Chapter, item: string, issue: Issue, ...shownBy: readonly [Shown, ...Shown[]]): Row {
  return { spec, item, shownBy, issue };
}

/** A row that an open issue brings. */
export function later(spec: Chapter, item: string, issue: Issue): Row {
  return { spec, item, shownBy: [], issue };
}

export function route(key: string): Shown {
  return { kind: 'route', key };
}
export function call(key: string): Shown {
  return { kind: 'call', key };
}
export function asked(path: string, key: string): Shown {
  return { kind: 'field', call: path, side: 'request', key };
}
export function answered(path: string, key: string): Shown {
  return { kind: 'field', call: path, side: 'data', key };
}
export function member(file: string, list: string, key: string): Shown {
  return { kind: 'member', file, list, key };
}
export function refusal(key: string, code?: string): Shown {
  return code === undefined ? { kind: 'refusal', key } : { kind: 'refusal', key, code };
}
export function text(key: string, says?: string): Shown {
  return says === undefined ? { kind: 'text', key } : { kind: 'text', key, says };
}
export function webText(key: string, says?: string): Shown {
  return says === undefined ? { kind: 'webText', key } : { kind: 'webText', key, says };
}
export function constant(key: string, value: unknown): Shown {
  return { kind: 'constant', key, value };
}
export function source(file: string, key: string): Shown {
  return { kind: 'source', file, key };
}
export function test(file: string, key: string): Shown {
  return { kind: 'test', file, key };
}
