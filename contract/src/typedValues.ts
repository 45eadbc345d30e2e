// Converts typed texts to the values that are sent to a staff command. The command line and the
// desk share these rules.
import * as v from 'valibot';
import type { Typing } from './commands.ts';
import { hourMs, instantOf, minuteMs, startOfDayMs, zDay } from './day.ts';
import { readPesos } from './money.ts';

export type TypedValue = { value: unknown } | { wrong: string };

/**
 * Converts a typed text to the value that is sent, or says what the text must be. The text of a
 * file is its content.
 */
export function typedValue(typing: Typing, text: string): TypedValue {
  switch (typing.as) {
    case 'text':
      return typing.pattern === undefined || new RegExp(`^(?:${typing.pattern})$`).test(text)
        ? { value: text }
        : { wrong: `must be like ${typing.like}` };
    case 'day':
      return /^\d{4}-\d{2}-\d{2}$/.test(text)
        ? { value: text }
        : { wrong: 'must be a day such as 2026-11-20' };
    case 'minute':
      return minuteOf(text);
    case 'pesos': {
      const read = readPesos(text);
      return 'fault' in read
        ? { wrong: 'must be pesos such as 1,500 or 1500.50' }
        : { value: read.amountCentavos };
    }
    case 'whole': {
      const number = wholeOf(text, typing.least, typing.most);
      return typeof number === 'number' ? { value: number } : number;
    }
    case 'choice':
      return Object.hasOwn(typing.of, text)
        ? { value: typing.of[text] }
        : { wrong: `must be ${Object.keys(typing.of).join(' or ')}` };
    case 'choices': {
      const words = text.split(',').map((word) => word.trim());
      return words.every((word) => typing.of.includes(word))
        ? { value: words }
        : { wrong: `must be some of ${typing.of.join(', ')}` };
    }
    case 'file':
      return { value: text };
    case 'json':
      return jsonOf(text);
    case 'joined':
      return joinedOf(typing, text);
  }
}

function jsonOf(text: string): TypedValue {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { wrong: 'must be JSON' };
  }
}

/** Parses a whole number within the bounds, or says what it must be. */
export function wholeOf(text: string, least: number, most: number): number | { wrong: string } {
  const isValid = /^\d{1,16}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return isValid ? Number(text) : { wrong: `must be a whole number from ${least} to ${most}` };
}

/** Converts a Manila time such as '2026-11-23 14:00' to an instant in UTC. */
function minuteOf(text: string): TypedValue {
  const [, day = '', hour, minute] = /^(\S{10})[ T]([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  const read = v.safeParse(zDay, day);
  if (!read.success)
    return { wrong: 'must be a day and an hour in Manila such as "2026-11-23 14:00"' };
  return {
    value: instantOf(startOfDayMs(read.output) + Number(hour) * hourMs + Number(minute) * minuteMs),
  };
}

function joinedOf(typing: Extract<Typing, { as: 'joined' }>, text: string): TypedValue {
  const { by, parts } = typing;
  const texts = text.split(by);
  const wrong = { wrong: `must be like ${placeholderOf(typing)}` };
  if (texts.length !== parts.length) return wrong;
  const value: Record<string, unknown> = {};
  for (const [nth, { key, typing, leftOutAs }] of parts.entries()) {
    const typed = texts[nth] ?? '';
    if (typed === leftOutAs) continue;
    const read = typed === '' ? wrong : typedValue(typing, typed);
    if ('wrong' in read)
      return { wrong: read === wrong ? wrong.wrong : `has a ${key} that ${read.wrong}` };
    value[key] = read.value;
  }
  return { value };
}

const choiceOf = (of: Readonly<Record<string, string>>) => Object.keys(of).join('|');

/** Returns a value's placeholder, or null if the argument's name is enough. */
export function placeholderOf(typing: Typing): string | null {
  switch (typing.as) {
    case 'text':
      return typing.like ?? null;
    case 'minute':
      return 'day hh:mm';
    case 'whole':
      return `${typing.least} to ${typing.most}`;
    case 'choices':
      return typing.of.join(',');
    case 'joined':
      return typing.parts
        .map(({ key, typing: part, leftOutAs }) =>
          [
            part.as === 'whole' ? key : (placeholderOf(part) ?? key),
            ...(leftOutAs ? [leftOutAs] : []),
          ].join('|'),
        )
        .join(typing.by);
    case 'day':
    case 'pesos':
    case 'file':
      return typing.as;
    case 'json':
      return 'file';
    case 'choice':
      return choiceOf(typing.of);
  }
}
