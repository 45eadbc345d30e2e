import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fakeServer } from './server.testing.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-holidays-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));
const { state, says, type } = fakeServer();
const withReason = ['--reason', 'Eid’l Fitr'];

test('ops holiday add sends a proclamation, and reports a missing or invalid file', async () => {
  const file = path.join(folder, 'eid.json');
  fs.writeFileSync(file, '{"proclamation":"P 1","days":[]}');
  says({ proclamation: 'P 1', days: 1, bills: 3, charged: 1 });
  expect(await type(['holiday', 'add', file, ...withReason])).toMatchObject({
    exitCode: 0,
    printed:
      'P 1: 1 day added. Open bills whose last free day moves: 3. Bills that get a late charge back: 1.',
  });
  expect(state.requests[0]?.body).toMatchObject({
    input: { file: { proclamation: 'P 1', days: [] } },
  });
  fs.writeFileSync(file, 'no json');
  expect(await type(['holiday', 'add', file, ...withReason])).toMatchObject({
    exitCode: 1,
    complained: `${file} is not JSON.`,
  });
  expect(await type(['holiday', 'add', `${file}x`, ...withReason])).toMatchObject({
    exitCode: 1,
    complained: `${file}x cannot be read.`,
  });
  expect(await type(['holiday', 'add', ...withReason])).toMatchObject({
    exitCode: 2,
    complained: expect.stringContaining('<file> is missing'),
  });
});

test('ops holiday list prints the holidays of a year', async () => {
  says({ year: '2027', holidays: [] });
  expect(await type(['holiday', 'list', '2027'])).toMatchObject({
    printed: 'No holiday of that year is known yet.',
  });
  expect(state.requests[0]?.body).toEqual({ input: { year: 2027 } });
  expect(await type(['holiday', 'list', '27'])).toMatchObject({ exitCode: 2 });
  const holiday = {
    on: '2027-01-01',
    kind: 'regular',
    name: 'New Year’s Day',
    source: 'P 1',
    addedBy: 'ana',
  };
  says({ year: '2027', holidays: [holiday] });
  expect((await type(['holiday', 'list', '2027'])).printed).toMatch(
    /2027-01-01 +regular +New Year’s Day +P 1 +ana/,
  );
});
