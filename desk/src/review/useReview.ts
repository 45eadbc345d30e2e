// Runs the review commands and checks the shape of each response.
import { type Confirmation, deskPaths } from '@sandali/contract/desk.ts';
import { useMemo } from 'react';
import * as v from 'valibot';
import { type CommandRequest, post, run, Wrong } from '#/api.ts';
import { signChallenge } from '#/passkey.ts';
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
  const find = (name: ReviewCommand) => commands.find((command) => command.name === name);
  const review: Review = {
    may: (name) => find(name) !== undefined,
    async run(name, request) {
      const command = find(name);
      if (!command) throw new Wrong(`Your role may not run ${name}.`, 403);
      const { data } = await run(command, request);
      const answer = v.safeParse(answers[name], data);
      if (!answer.success)
        throw new Wrong(
          `The desk does not know this response of ${name}. Reload the page; if it stays, tell an engineer.`,
          0,
        );
      return answer.output as AnswerOf<typeof name>;
    },
    async confirm(request) {
      const { proposal, challenge } = await post<Confirmation>(deskPaths.confirmation, {
        command: 'review confirm',
        input: request.input,
      });
      const signed = proposal && challenge && (await signChallenge(challenge));
      return await review.run('review confirm', {
        ...request,
        ...(signed && { confirmation: signed }),
      });
    },
  };
  return review;
}
