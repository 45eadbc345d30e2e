// How an answer that came before the program, or apart from it, has the configuration asked for anew.

let run = () => {};

/** Asks for the configuration once more, where the program is there to do it. */
export const refetchConfig = () => run();

/** Says who asks. */
export function setConfigRefetch(again: () => void): void {
  run = again;
}
