// A command's page: its form, the confirmation of a change, and the result.
import './command.css';
import type { DeclaredCommand } from '@sandali/contract/commands.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Answer, type CommandRequest, run } from '#/api.ts';
import { useSession } from '#/session.ts';
import { ActionButton } from '#/ui/ActionButton.tsx';
import { Wrong } from '#/ui/Wrong.tsx';
import { CommandForm } from './CommandForm.tsx';
import { Confirm } from './Confirm.tsx';
import { takeOver } from './handoff.ts';
import { Refusal } from './Refusal.tsx';
import { Result } from './Result.tsx';
import { isOpenList, slugOf } from './slug.ts';
import type { Summary } from './typed.ts';
import { useAct } from './useAct.ts';

export function CommandPage({ slug }: { slug: string }) {
  const command = useSession().commands.find((each) => slugOf(each) === slug);
  useEffect(() => {
    document.title = `${command?.label ?? 'Not found'} · Desk`;
  }, [command]);
  if (command) return <Page key={slug} command={command} />;
  return (
    <section className="page">
      <h1>There is no such page</h1>
      <p>
        The server has no such command, or your roles may not run it.{' '}
        <Link to="/">Open the first page</Link>
      </p>
    </section>
  );
}

type Pages = { request: CommandRequest; answers: Answer[] };

function Page({ command }: { command: DeclaredCommand }) {
  const [texts] = useState(() => takeOver(command.name));
  const [pages, setPages] = useState<Pages | null>(null);

  // A list that needs neither input nor a reason runs once, when its page opens.
  const isList = isOpenList(command) && Object.keys(texts).length === 0;
  const list = useQuery({
    queryKey: ['list', command.name],
    queryFn: () => run(command, { input: {} }),
    enabled: isList,
  });
  const show = (answer: Answer, request: CommandRequest) =>
    setPages({ request, answers: [answer] });
  const looking = useMutation({
    mutationFn: (request: CommandRequest) => run(command, request),
    onSuccess: show,
  });
  const act = useAct(command, { onDone: show });
  const shownPages = pages ?? (list.data ? { request: { input: {} }, answers: [list.data] } : null);

  const send = (request: CommandRequest, summary: Summary) => {
    setPages(null);
    if (command.kind === 'look') looking.mutate(request);
    else act.check(request, summary);
  };
  return (
    <section className="page">
      <header className="page-head">
        <h1 ref={focusHeading} tabIndex={-1}>
          {command.label}
        </h1>
        <p>{aboutOf(command)}</p>
        <Rules command={command} />
      </header>
      <CommandForm
        command={command}
        texts={texts}
        isBusy={looking.isPending || act.isChecking || list.isFetching}
        onSend={send}
      >
        <Refusal error={looking.error ?? act.error ?? list.error} />
      </CommandForm>
      {shownPages && <PagesView command={command} pages={shownPages} onMore={setPages} />}
      {act.confirm && <Confirm {...act.confirm} />}
    </section>
  );
}

/** A page that opens has the focus at its heading, so that it is read out. */
const focusHeading = (heading: HTMLElement | null) => heading?.focus();

/** What a command does. Exit codes mean something to the command line only. */
const aboutOf = ({ about }: DeclaredCommand) => about.replace(/\s*Exit code [^.]*\./g, '');

type PagesProps = { command: DeclaredCommand; pages: Pages; onMore: (pages: Pages) => void };

/** The pages of a result that were asked for, and a button for the next one. */
function PagesView({ command, pages, onMore }: PagesProps) {
  const more = useMutation({
    mutationFn: async ({ request, answers }: Pages) => {
      const next = answers.at(-1)?.shown.next;
      const answer = await run(command, { ...request, input: { ...request.input, ...next } });
      return { request, answers: [...answers, answer] };
    },
    onSuccess: onMore,
  });
  const hasMore = pages.answers.at(-1)?.shown.next !== undefined;
  return (
    <>
      <Result command={command} answers={pages.answers} />
      {hasMore && (
        <div className="form-end">
          <ActionButton
            look="soft"
            isBusy={more.isPending}
            busyText="Waiting…"
            onPress={() => more.mutate(pages)}
          >
            More
          </ActionButton>
          <Wrong error={more.error} />
        </div>
      )}
    </>
  );
}

/** What else a person should know: who sees it, and whether a second person confirms. */
function Rules({ command: { aboutPerson, twoPeople } }: { command: DeclaredCommand }) {
  if (aboutPerson === null && !twoPeople) return null;
  const when = twoPeople?.when;
  return (
    <ul className="rules">
      {aboutPerson === 'reported' && <li>The person sees this look and its reason.</li>}
      {aboutPerson === 'withheld' && <li>The person does not see this look.</li>}
      {twoPeople && (
        <li>{when ? `${when}, a second person confirms.` : 'A second person confirms it.'}</li>
      )}
    </ul>
  );
}
