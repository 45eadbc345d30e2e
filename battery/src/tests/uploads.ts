// Uploads of decompression bombs, polyglots and other files: the answers, the stored files, and the
// memory for decoding.
import { pictureUpload } from '@sandali/contract/credit.ts';
import { type Life, signUp } from '@sandali/server/sandbox/life.ts';
import { type BadPicture, badPictures } from '@sandali/server/testing/bad-pictures.ts';
import { newPerson } from '#/person.ts';
import { type Product, startProduct } from '#/product.ts';
import { type BatteryTest, Findings } from '#/test.ts';
import { inTurns, tally } from './accounts.ts';

/** Twice the number that the server reads at once. */
const atOnce = 8;
const mostMegabytes = 300;

/** Uploads a picture. @returns the answer's name, or 'broken' if the server did not answer. */
async function send(life: Life, bytes: Buffer): Promise<string> {
  const input = { purpose: 'idFront' as const, bytes: new Uint8Array(bytes) };
  return await life.client.ask(pictureUpload, input).then(
    ({ name }) => (name === 'systemError' ? 'broken' : name),
    () => 'broken',
  );
}

/**
 * Below the limit of twenty decoded pictures per person and day.
 */
const ofOnePerson = 15;

/**
 * Returns how many people these pictures need, so that no one exceeds the limits.
 */
function peopleFor(pictures: number): number {
  return Math.max(atOnce, Math.ceil(pictures / ofOnePerson));
}

/** Signs up new people. */
async function people(product: Product, count: number): Promise<Life[]> {
  const made = Array.from({ length: count }, (_, nth) =>
    newPerson(product, { number: nth, phone: `+639175568${String(100 + nth)}`, isSealed: true }),
  );
  for (const one of made) await signUp(one);
  return made;
}

type Sent = { picture: BadPicture; came: string };

/**
 * Sends each picture several times at once, from many people, because one person's pictures are
 * read one after the other.
 */
async function sendAll(
  lives: readonly Life[],
  pictures: readonly BadPicture[],
  times: number,
): Promise<Sent[]> {
  const works = Array.from({ length: times }, () => pictures)
    .flat()
    .map((picture, nth) => async () => {
      const life = lives[nth % lives.length] as Life;
      return { picture, came: await send(life, picture.bytes) };
    });
  return await inTurns(works, atOnce);
}

function judge(sent: readonly Sent[], findings: Findings): void {
  const odd = sent.filter(({ picture, came }) => came !== picture.expected);
  const what = JSON.stringify(tally(odd.map(({ picture, came }) => `${picture.name}: ${came}`)));
  findings.expect(odd.length === 0, `${odd.length} came to something else: ${what}`);
}

export const uploads: BatteryTest = {
  name: 'uploads',
  about:
    'bad pictures of 29 kinds, each 20 times: no server error, no refused file stored, under 300 MB more while decoding',
  async run({ isQuick }) {
    const findings = new Findings();
    const product = await startProduct({ SANDBOX_RESEND_SECONDS: '0' });
    try {
      const pictures = await badPictures();
      const times = isQuick ? 1 : 20;
      const taken = pictures.filter(({ expected }) => expected === 'success');
      const refused = pictures.filter(({ expected }) => expected !== 'success');
      const forRefused = peopleFor(refused.length * times);
      const lives = await people(product, forRefused + peopleFor(taken.length * times));
      const first = await sendAll(lives.slice(0, forRefused), refused, times);
      judge(first, findings);
      const kept = await product.kept();
      findings.expect(
        kept.files === 0 && kept.rows === 0,
        `${kept.files} files and ${kept.rows} rows were kept of what was refused`,
      );
      const before = product.memory.now();
      product.memory.forgetPeak();
      const second = await sendAll(lives.slice(forRefused), taken, times);
      judge(second, findings);
      const addedMegabytes = Math.round((product.memory.peak() - before) / 1_000_000);
      findings.expect(addedMegabytes < mostMegabytes, `decoding took ${addedMegabytes} MB more`);
      const after = await product.kept();
      findings.expect(
        after.files === second.length && after.rows === second.length,
        `${after.files} files and ${after.rows} rows of ${second.length} pictures`,
      );
      const all = [...first, ...second];
      const broken = all.filter(({ came }) => came === 'broken').length;
      return findings.outcome({
        kinds: pictures.length,
        sent: all.length,
        broken,
        addedMegabytes,
        ...tally(all.map(({ came }) => came)),
      });
    } finally {
      await product.close();
    }
  },
};
