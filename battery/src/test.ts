// The types of battery tests. A battery test breaks something on purpose and counts the results.

export type Context = {
  /** Makes a random run repeatable. */
  seed: number;
  isQuick: boolean;
  /** Returns a random number from the seed, from 0 up to, but not including, 1. */
  random(): number;
};

export type Counts = Record<string, number | string>;

/** The result of a run. `failure` describes the failures in one sentence, or is null. */
export type Outcome = { counts: Counts; failure: string | null };

export type BatteryTest = {
  name: string;
  about: string;
  run(context: Context): Promise<Outcome>;
};

/** Collects failures. */
export class Findings {
  readonly #wrong: string[] = [];

  /** Records the sentence `otherwise` as a failure unless the condition holds. */
  expect(holds: boolean, otherwise: string): void {
    if (!holds) this.#wrong.push(otherwise);
  }

  /** Whether any failure has been recorded. */
  some(): boolean {
    return this.#wrong.length > 0;
  }

  /** Returns the result with the first five failures. */
  outcome(counts: Counts): Outcome {
    return {
      counts,
      failure: this.#wrong.length === 0 ? null : this.#wrong.slice(0, 5).join('; '),
    };
  }
}
