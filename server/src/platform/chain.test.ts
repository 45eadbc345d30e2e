import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { daysChain } from '#/ledger/day-hash.ts';
import { hashOfRows, trailChain } from '#/staff/batch-hash.ts';
import {
  type Candidate,
  type Chain,
  chainStart,
  follow,
  hashOfLink,
  linkInTurn,
  nothingFollowed,
  whyEndFails,
} from './chain.ts';

const at = Temporal.Instant.from('2026-05-07T16:00:00.123Z');
const rows = [
  {
    id: 7n,
    at,
    who: 'ana',
    role: null,
    act: 'x',
    subject: null,
    reason: 'why',
    detail: '{"n": 1}',
  },
];
const rest = { rowsHash: hashOfRows(rows), chainedAt: at, previousHash: Buffer.alloc(32, 1) };

test('the hash function of chains never changes, so stored links remain valid', () => {
  const batch = hashOfLink(trailChain, { number: 3n, fromId: 7n, toId: 9n, rowCount: 1n, ...rest });
  const day = hashOfLink(daysChain, {
    day: Temporal.PlainDate.from('2026-05-06'),
    entryCount: 2n,
    lineCount: 5n,
    ...rest,
  });
  expect([rest.rowsHash, batch, day].map((hash) => hash.toString('hex'))).toEqual([
    '26c2e2f8fe25baffc4af58e9856bdc65b6e7de69a243eff747cb24e5f16fad1e',
    '0821061c0494d6e40da1c4f034514431c34e478e20af02593c83b19dbaf8c5a6',
    'cbd3412b418253ec3b666a1bd29997bf82af6d3c6cf25066566ce41b4fefec3e',
  ]);
});

type Box = { name: string; count: bigint; rowsHash: Buffer };
const boxes: Chain<Box> = {
  fieldsOf: ({ name, count }) => [name, String(count)],
  countOf: ({ count }) => count,
  words: { singular: 'a thing', plural: 'things', previous: 'the box before' },
};
const box = (name: string, count = 2n, content = name): Box => ({
  name,
  count,
  rowsHash: createHash('sha256').update(content).digest(),
});
const computed = [box('a'), box('b'), box('c')];
const links = linkInTurn(boxes, computed, chainStart, at);
const otherLinks = linkInTurn(boxes, [box('a'), box('b', 2n, 'other')], chainStart, at);

test.each<[string, number, Partial<Candidate<Box>>, string | null]>([
  ['nothing', 1, {}, null],
  ['no link', 1, { link: null }, 'its link is missing'],
  [
    'a link with another count',
    1,
    { link: { ...links[1], count: 3n } as never },
    'its link was changed',
  ],
  [
    'a link with another time',
    1,
    { link: { ...links[1], chainedAt: at.add({ seconds: 1 }) } as never },
    'its link was changed',
  ],
  [
    'a link of another chain from there on',
    2,
    { link: linkInTurn(boxes, [box('c')], otherLinks[1]?.hash as Buffer, at)[0] as never },
    'its link does not follow the box before',
  ],
  ['a place that does not fit', 1, { whyNoPlace: 'no place' }, 'no place'],
  ['one thing less', 1, { computed: box('b', 1n) }, '1 of its 2 things are gone'],
  ['one thing more', 1, { computed: box('b', 3n) }, '1 things were inserted later'],
  ['another content', 1, { computed: box('b', 2n, 'other') }, 'a thing was changed'],
  ['another place', 1, { computed: { ...box('b'), name: 'c' } }, 'a thing was changed'],
  ['something beside it', 1, { whyElse: 'beside' }, 'beside'],
])('follows a chain with %s up to the first invalid link', (_, at, changed, reason) => {
  const followed = { ...nothingFollowed };
  const all = computed.map((facts, index) => ({
    link: links[index] ?? null,
    computed: facts,
    ...(index === at ? changed : {}),
  }));
  expect(follow(boxes, followed, all)).toBe(reason);
  const holds = reason === null ? 3 : at;
  expect(followed).toEqual({ last: links[holds - 1], links: holds, rows: BigInt(holds * 2) });
});

test('explains why a chain does not end at its head', () => {
  expect([
    whyEndFails(0, true),
    whyEndFails(0, false),
    whyEndFails(1, true),
    whyEndFails(-1, true),
  ]).toEqual([
    null,
    'the chain does not end at its head',
    'a link was inserted',
    'its link is missing',
  ]);
});
