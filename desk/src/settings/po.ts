const entry = /^msgid "(?<id>[^"\n]+)"\nmsgstr (?<text>(?:"(?:[^"\\\n]|\\.)*"\n?)+)/gm;

/** Reads the texts of a catalogue in gettext's format by id; its header is left out. */
export function readPo(catalogue: string): Map<string, string> {
  return new Map(
    [...catalogue.matchAll(entry)].map(({ groups: { id = '', text = '' } = {} }) => [
      id,
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as string)
        .join(''),
    ]),
  );
}
