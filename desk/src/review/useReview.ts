// Runs the review commands and checks the shape of each response.
import { useMemo } from 'react';
import { ask, commandNamed } from '#/answer.ts';
import type { CommandRequest } from '#/api.ts';
import { checkAct, signAct } from '#/command/act.ts';
import { useSession } from '#/session.ts';
import { type AnswerOf, answers, type ReviewCommand } from './answers.ts';

export type Review = {
  may(command: ReviewCommand): boolean;
  /** Runs a command. @throws Wrong */
  run<C extends ReviewCommand>(command: C, request: CommandRequest): Promise<AnswerOf<C>>;
  /** Confirms a proposal, with a passkey if the session has one. @throws Wrong */
  confirm(request: CommandRequest): Promise<AnswerOf<'review confirm'>>;
};

export function useReview(): Review {
  const { commands } = useSession();
  return useMemo(() => reviewOf(commands), [commands]);
}

function reviewOf(commands: ReturnType<typeof useSession>['commands']): Review {
  const review: Review = {
    may: (name) => commands.some((command) => command.name === name),
    run: async (name, request) =>
      (await ask(commands, name, answers[name], request)) as AnswerOf<typeof name>,
    async confirm(request) {
      const checked = await checkAct(commandNamed(commands, 'review confirm'), request);
      return await review.run('review confirm', await signAct(checked));
    },
  };
  return review;
}
