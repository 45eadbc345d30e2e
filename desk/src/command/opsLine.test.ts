// The form's request and its line agree with the command line for every declared command.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { DeclaredArgument, DeclaredCommand, Typing } from '@sandali/contract/commands.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import { visibleLine } from '@sandali/contract/text.ts';
import { readInput } from '@sandali/ops/src/input.ts';
import { declared } from '@sandali/ops/src/server.testing.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { opsLine } from './opsLine.ts';
import { askedArguments, requestOf, type Typed } from './typed.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'desk-line-'));
const file = path.join(folder, 'a list.json');
fs.writeFileSync(file, '{"a": 1}');
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Returns the words that a real shell makes of a line, without the program's name. */
function shellWords(line: string): string[] {
  const script = `set -- ${line}; shift; for word; do printf '%s\\0' "$word"; done`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

/** Reads a line as the command line does. */
function readLine(command: DeclaredCommand, line: string) {
  const read = readInput(command, shellWords(line).slice(command.name.split(' ').length));
  if ('wrong' in read) throw new Error(`${line}: ${read.wrong}`);
  return read;
}

const anyDay = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyText = fc
  .string({ unit: fc.constantFrom(...`aZ0 -'"$\`\\!*?~#&;|<>(){}[]=,ñ中`), minLength: 1 })
  .filter((text) => text.trim() !== '');

function textOf(typing: Typing): fc.Arbitrary<string> {
  switch (typing.as) {
    case 'text':
      return typing.pattern === undefined
        ? anyText
        : fc.stringMatching(new RegExp(`^(?:${typing.pattern})$`));
    case 'day':
      return anyDay;
    case 'minute':
      return anyDay.map((day) => `${day}T14:05`);
    case 'pesos':
      return fc.integer({ min: 1, max: 99_999_999 }).map((sum) => formatPesos(sum as never));
    case 'whole':
      return fc.integer({ min: typing.least, max: typing.most }).map(String);
    case 'choice':
      return fc.constantFrom(...Object.keys(typing.of));
    case 'joined':
      return fc
        .tuple(...typing.parts.map((part) => textOf(part.typing)))
        .map((parts) => parts.join(typing.by));
    case 'choices':
      return fc.constantFrom(...typing.of);
    case 'file':
    case 'json':
      return fc.constant(file);
  }
}

function typedIn(argument: DeclaredArgument): fc.Arbitrary<Typed['texts'][string]> {
  const { typing, place, isOptional } = argument;
  if (typing.as === 'file' || typing.as === 'json')
    return fc.constant({ name: file, text: fs.readFileSync(file, 'utf8') });
  if (typing.as === 'choices') return fc.subarray([...typing.of], { minLength: 1 });
  const text = textOf(typing);
  if (place === 'words') return fc.array(text, { minLength: 1, maxLength: 3 });
  return isOptional ? fc.option(text, { nil: '' }) : text;
}

/** A form in which every needed field is filled in. Optional words are filled in from the left. */
function anyForm(command: DeclaredCommand): fc.Arbitrary<Typed> {
  const texts = fc.record(
    Object.fromEntries(askedArguments(command).map((each) => [each.key, typedIn(each)])),
  );
  return fc.record({
    texts,
    reason: command.needsReason
      ? anyText.filter((text) => text.trim().length > 2)
      : fc.constant(''),
    isRevealing: command.mayReveal.length > 0 ? fc.boolean() : fc.constant(false),
  });
}

test.each(declared.map((command) => [command.name, command] as const))(
  'the form of %s sends what its line sends',
  (_name, command) => {
    const check = (typed: Typed) => {
      const made = requestOf(command, typed);
      if ('faults' in made) throw new Error(JSON.stringify(made.faults));
      const read = readLine(command, opsLine(command, typed));
      expect(made.request.input).toEqual(read.input);
      expect(read.isRevealing).toBe(made.request.reveal ?? false);
      expect(read.reason && visibleLine(read.reason)).toBe(made.request.reason);
    };
    fc.assert(fc.property(anyForm(command), check), { numRuns: 2 });
  },
);
