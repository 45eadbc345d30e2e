// Tests that the log states each fault’s reason once a minute, without personal data.
import { expect, test } from 'vitest';
import { createLog, reasonFor, withoutFloods } from './log.ts';
import { Refused } from './refuse.ts';

class Odd {
  readonly inside = 1;
}

function caught(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

const database = {
  severity: 'ERROR',
  code: '23505',
  table: 'borrowers',
  constraint: 'borrowers_phone',
  detail: 'Key (phone)=(+639175550101)',
};

test.each([
  ['a text', 'the disk is full', 'the disk is full'],
  ['an empty text', '', 'an empty string was thrown'],
  ['nothing', undefined, 'undefined was thrown'],
  ['null', null, 'null was thrown'],
  ['a number', 7, 'number was thrown'],
  ['an error', new TypeError('no such thing'), 'TypeError: no such thing'],
  ['a refusal', new Refused('systemBusy', { name: 'Ana' }), 'Refused: systemBusy'],
  [
    'an error without words',
    Object.assign(new Error(''), { code: 'ECONNRESET' }),
    'Error ECONNRESET',
  ],
  [
    'a cause',
    new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') }),
    'TypeError: fetch failed < Error: connect ECONNREFUSED 127.0.0.1:9',
  ],
  [
    'several errors',
    new AggregateError([new Error('one'), new Error('two')], ''),
    'AggregateError < Error: one < Error: two',
  ],
  [
    'a database error',
    Object.assign(new Error('duplicate (+639175550101)'), database),
    'database 23505 borrowers borrowers_phone',
  ],
  [
    'a copy of one, as the job queue emits',
    { ...database, message: 'duplicate (+639175550101)', queue: 'code.send' },
    'database 23505 borrowers borrowers_phone',
  ],
  ['a copy of an error', { message: 'Queue is gone', queue: 'code.send' }, 'Queue is gone'],
  [
    'an object without words',
    { phone: '+639175550101', state: 1 },
    'an object with phone, state was thrown',
  ],
  ['an empty object', {}, 'an object with nothing in it was thrown'],
  ['an object of a class', new Odd(), 'an object with inside was thrown'],
])('formats the reason of %s', (_, thrown, reason) => {
  expect(reasonFor(thrown)).toBe(reason);
});

test('the reason of a database error omits its details and parameters', () => {
  const lines: string[] = [];
  const error = Object.assign(new Error('duplicate key'), {
    detail: 'Key (phone)=(+639175550101)',
    parameters: ['lihim'],
  });
  createLog('debug', (line) => lines.push(line)).error('call failed', error, { call: '/register' });
  expect(lines.join('')).toContain('duplicate key');
  expect(lines.join('')).not.toMatch(/9175550101|lihim/);
});

test('the reason of an error stops at a cycle of causes', () => {
  const error = new Error('round');
  error.cause = error;
  expect(reasonFor(error)).toBe('Error: round < Error: round < Error: round < Error: round');
});

test.each([
  ['a phone', new Error('no account for +639175550101')],
  ['a spaced phone', new Error('no account for 0917 555 0101')],
  ['an account number', '1234-5678-9012 is closed'],
  ['an address of mail', new Error('ana.cruz@example.com bounced')],
  ['name that a parser was given', caught(() => JSON.parse('Ana Cruz'))],
])('the logged reason of an error contains no %s', (_, thrown) => {
  expect(reasonFor(thrown)).not.toMatch(/9175550101|555 0101|9012|ana\.cruz|Ana Cruz/);
});

test('shortens a long or multi-line error message to one line', () => {
  expect(reasonFor(new Error(`a\nb\t${'c'.repeat(900)}`))).toMatch(/^Error: a b c{296}$/);
});

/** Returns a log whose timer the test controls. */
function countedLog() {
  const lines: Record<string, unknown>[] = [];
  const due: (() => void)[] = [];
  const log = withoutFloods(
    createLog('info', (line) => {
      const { time: _, level: __, stack: ___, ...rest } = JSON.parse(line);
      lines.push(rest);
    }),
    (run) => due.push(run),
  );
  const passMinute = () => {
    for (const run of due.splice(0)) run();
  };
  return { log, lines, passMinute };
}

test('logs a repeated fault immediately, then each minute with its count', () => {
  const { log, lines, passMinute } = countedLog();
  const refuse = (requestId: string) =>
    log.info('call refused', { call: '/login', code: 'systemBusy', requestId, ms: 3 });
  for (let nth = 0; nth < 1000; nth += 1) refuse(`r${nth}`);
  expect(lines).toMatchObject([{ code: 'systemBusy', requestId: 'r0' }]);
  passMinute();
  expect(lines.at(-1)).toMatchObject({
    msg: 'call refused',
    code: 'systemBusy',
    requestId: 'r999',
    repeated: 999,
  });
  refuse('later');
  passMinute();
  expect(lines.at(-1)).toMatchObject({ requestId: 'later', repeated: 1 });
  passMinute();
  passMinute();
  expect(lines.length).toBe(3);
  refuse('anew');
  expect(lines.length).toBe(4);
  expect(lines.at(-1)).not.toHaveProperty('repeated');
});

test('logs faults with different reasons, calls and steps separately', () => {
  const { log, lines } = countedLog();
  for (let nth = 0; nth < 3; nth += 1) {
    log.error('a step of the worker failed', new Error('one'), { job: 'inbox' });
    log.error('a step of the worker failed', new Error('two'), { job: 'inbox' });
    log.error('a step of the worker failed', new Error('one'), { job: 'codes' });
    log.warn('a payout waits for the float', { gateway: 'xendit', payoutId: `p${nth}` });
    log.info('call refused', { call: '/login', code: 'passwordWrong' });
    log.info('call refused', { call: '/register', code: 'passwordWrong' });
  }
  expect(lines.length).toBe(6);
  expect(lines.slice(0, 2).map(({ reason }) => reason)).toEqual(['Error: one', 'Error: two']);
});

test('logs one line for each successful call', () => {
  const { log, lines } = countedLog();
  for (let nth = 0; nth < 3; nth += 1) log.info('call', { call: '/login', code: '0000' });
  log.info('a new certificate is in use');
  expect(lines.length).toBe(4);
});
