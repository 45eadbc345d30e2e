// A test of the battery: it breaks something on purpose and counts the results.

export type Context = {
  /** Makes the run repeatable where it is random. */
  seed: number;
  isQuick: boolean;
  /** Random numbers made from the seed, from 0 up to below 1. */
  chance(): number;
};

export type Counts = Record<string, number | string>;

/** The result of a run. `why` says in one sentence what did not hold; null where all did. */
export type Outcome = { counts: Counts; why: string | null };

export type BatteryTest = {
  name: string;
  about: string;
  run(context: Context): Promise<Outcome>;
};

/** Collects what does not hold. */
export class Findings {
  readonly #wrong: string[] = [];

  /** Keeps the sentence unless the condition holds. */
  expect(holds: boolean, otherwise: string): void {
    if (!holds) this.#wrong.push(otherwise);
  }

  /** Whether anything did not hold so far. */
  some(): boolean {
    return this.#wrong.length > 0;
  }

  /** The result of a test, with its counts. */
  outcome(counts: Counts): Outcome {
    return { counts, why: this.#wrong.length === 0 ? null : this.#wrong.slice(0, 5).join('; ') };
  }
}
