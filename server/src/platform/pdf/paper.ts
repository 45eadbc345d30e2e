// Prints documents in a separate thread, one at a time, with a time limit, never inside a
// transaction. typst receives borrowers' text only as data (sys.inputs), never as markup.
import { Worker } from 'node:worker_threads';
import { drawableText } from '@sandali/contract/paperLetters.ts';
import { createFairGate, type Turn } from '#/platform/gate.ts';
import { Refused } from '#/platform/refuse.ts';

/** A formatted label and value; sums have the look `strong`. */
export type PaperRow = readonly [label: string, value: string, look?: 'strong'];
/** Rows with paragraphs below them. */
export type PaperBlock = {
  heading: string | null;
  rows: readonly PaperRow[];
  words?: readonly string[];
};
export type PaperSection = {
  title: string | null;
  /**
   * `figures` aligns values at the right edge, with a line after each block; `facts` (the default)
   * places values next to their labels.
   */
  look?: 'facts' | 'figures';
  blocks: readonly PaperBlock[];
};
export type Paper = {
  /** BCP 47, for hyphenation and the choice of Chinese forms: 'en', 'fil', 'vi', 'zh'. */
  language: string;
  title: string;
  subtitle: string;
  about: string;
  pageWord: string;
  noneWord: string;
  sections: PaperSection[];
  /**
   * The text above the document's code (certified.ts) at the foot of the last page; absent if the
   * document has no code.
   */
  certificate?: { title: string; words: string };
};

/**
 * Who prints; the key is the borrower's id. Data exports take a long time to print, so they
 * alternate with other documents.
 */
export type PrintTurn = Turn<'paper' | 'copy'>;

export const printLimits = { waitingOfOne: 5, waitingOfLane: 100, timeoutMs: 20_000 } as const;
const inTurn = createFairGate<PrintTurn['lane']>({ width: 1, ...printLimits });
let running: Worker | null = null;

/**
 * Prints a document as a PDF (A4, with text that can be searched and copied).
 * @throws Refused systemBusy if too many wait, or if printing takes longer than 20 s
 */
export async function printPaper(
  paper: Paper,
  turn: PrintTurn,
  { timeoutMs = printLimits.timeoutMs }: { timeoutMs?: number } = {},
): Promise<Buffer> {
  return await inTurn(turn, () => print(paper, timeoutMs));
}

function print(paper: Paper, timeoutMs: number): Promise<Buffer> {
  running ??= new Worker(new URL('./press.ts', import.meta.url));
  const press = running;
  press.ref();
  return new Promise<Buffer>((done, failed) => {
    const end = (finish: () => void, isGivenUp: boolean) => {
      clearTimeout(timer);
      press.off('message', onAnswer).off('error', onError).off('exit', onExit);
      if (isGivenUp) {
        running = null;
        press.terminate().catch(() => {}); // it is abandoned in any case
      } else press.unref();
      finish();
    };
    const onAnswer = (answer: { pdf: Uint8Array } | { wrong: string }) =>
      end(
        () =>
          'pdf' in answer
            ? done(Buffer.from(answer.pdf))
            : failed(new Error(`A paper could not be printed: ${answer.wrong}`)),
        false,
      );
    const onError = (error: Error) => end(() => failed(error), true);
    const onExit = (code: number) =>
      end(() => failed(new Error(`The printing thread stopped with ${code}.`)), true);
    const timer = setTimeout(() => end(() => failed(new Refused('systemBusy')), true), timeoutMs);
    press.on('message', onAnswer).on('error', onError).on('exit', onExit);
    press.postMessage(
      JSON.stringify(paper, (_, value) =>
        typeof value === 'string' ? drawableText(value) : value,
      ),
    );
  });
}
