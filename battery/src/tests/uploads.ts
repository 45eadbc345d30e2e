// Uploads decompression bombs, polyglots and other bad files. Checks responses, stored files and
// memory.
import { pictureUpload } from '@sandali/contract/credit.ts';
import { type Life, signUp } from '@sandali/server/sandbox/life.ts';
import { type BadPicture, badPictures } from '@sandali/server/testing/bad-pictures.ts';
import { newPerson } from '#/person.ts';
import { type Product, startProduct } from '#/product.ts';
import { type BatteryTest, Findings } from '#/test.ts';
import { inTurns, tally } from './accounts.ts';

/** Twice the number of pictures that the server reads in parallel. */
const atOnce = 8;
const mostMegabytes = 300;

/**
 * Uploads a picture.
 * @returns the result's name, or 'broken' if the server failed
 */
async function send(life: Life, bytes: Buffer): Promise<string> {
  const input = { purpose: 'idFront' as const, bytes: new Uint8Array(bytes) };
  return await life.client.ask(pictureUpload, input).then(
    ({ name }) => (name === 'systemError' ? 'broken' : name),
    () => 'broken',
  );
}

/** Pictures per person, below the limit of twenty decoded pictures per person and day. */
const ofOnePerson = 15;

/** Returns how many people must send these pictures so that nobody exceeds the limits. */
function peopleFor(pictures: number): number {
  return Math.max(atOnce, Math.ceil(pictures / ofOnePerson));
}

/** Signs up new people. */
async function people(product: Product, count: number): Promise<Life[]> {
  const lives = Array.from({ length: count }, (_, nth) =>
    newPerson(product, { number: nth, phone: `+639175568${String(100 + nth)}`, isSealed: true }),
  );
  for (const life of lives) await signUp(life);
  return lives;
}

type Sent = { picture: BadPicture; answer: string };

/**
 * Sends each picture several times from many people in parallel, because the server reads one
 * person's pictures one after another.
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
      return { picture, answer: await send(life, picture.bytes) };
    });
  return await inTurns(works, atOnce);
}

function judge(sent: readonly Sent[], findings: Findings): void {
  const odd = sent.filter(({ picture, answer }) => answer !== picture.expected);
  const answers = JSON.stringify(
    tally(odd.map(({ picture, answer }) => `${picture.name}: ${answer}`)),
  );
  findings.expect(odd.length === 0, `${odd.length} got another answer: ${answers}`);
}

export const uploads: BatteryTest = {
  name: 'uploads',
  about: '580 bad pictures of 29 kinds leave no server error, stored file or memory peak',
  async run({ isQuick }) {
    const findings = new Findings();
    const product = await startProduct({ SANDBOX_RESEND_SECONDS: '0' });
    try {
      const pictures = await badPictures();
      const times = isQuick ? 1 : 20;
      const accepted = pictures.filter(({ expected }) => expected === 'success');
      const refused = pictures.filter(({ expected }) => expected !== 'success');
      const forRefused = peopleFor(refused.length * times);
      const lives = await people(product, forRefused + peopleFor(accepted.length * times));
      const first = await sendAll(lives.slice(0, forRefused), refused, times);
      judge(first, findings);
      const stored = await product.storedPictures();
      findings.expect(
        stored.files === 0 && stored.rows === 0,
        `refused pictures left ${stored.files} files and ${stored.rows} rows`,
      );
      const before = product.memory.now();
      product.memory.forgetPeak();
      const second = await sendAll(lives.slice(forRefused), accepted, times);
      judge(second, findings);
      const addedMegabytes = Math.round((product.memory.peak() - before) / 1_000_000);
      findings.expect(addedMegabytes < mostMegabytes, `decoding took ${addedMegabytes} MB more`);
      const after = await product.storedPictures();
      findings.expect(
        after.files === second.length && after.rows === second.length,
        `${after.files} files and ${after.rows} rows of ${second.length} pictures`,
      );
      const sent = [...first, ...second];
      const broken = sent.filter(({ answer }) => answer === 'broken').length;
      return findings.outcome({
        kinds: pictures.length,
        sent: sent.length,
        broken,
        addedMegabytes,
        ...tally(sent.map(({ answer }) => answer)),
      });
    } finally {
      await product.close();
    }
  },
};
