// docs/specification.md: every row with its state.
import { chapters, rows } from './all.ts';
import { broken, type Proof, type Row, type State, stateOf } from './row.ts';

const states: readonly State[] = ['proven', 'proven at length', 'differs', 'not proven yet'];

/** The expected text of the page. */
export function page(): string {
  const parts = Object.entries(chapters).map(([chapter, title]) => {
    const own = rows.filter((row) => row.chapter === chapter);
    const name = chapter === 'A' ? title : `${chapter} ${title}`;
    return `## ${name}\n\n${counts(own)}\n\n| Sentence | State |\n|---|---|\n${own.map(lineOf).join('\n')}\n`;
  });
  return `${head()}\n${parts.join('\n')}`;
}

function head(): string {
  return `# The specification, row by row

Written by \`npm run spec\` from specification/rows. **Proven** is what a test of \`npm test\` shows that turns red when the product does otherwise: with each such
row stands a break of the product, and \`npm run spec:mutants\` plants forty of them, drawn by the tested commit, and wants each found by the test that the row
names. **Proven at length** is the same by a test of \`npm run check:full\`, whose last run stands in [check-full.md](check-full.md). **Differs** is done
otherwise on purpose, for the reason given. What is **not proven yet** names the tests that stand nearest to it, if there are any.

All: ${counts(rows)}
`;
}

function counts(list: readonly Row[]): string {
  return states.map((state) => `${list.filter((row) => stateOf(row) === state).length} ${state}`).join(', ');
}

function lineOf(row: Row): string {
  return `| ${cell(row.sentence)} | ${cell(stateText(row))} |`;
}

function stateText(row: Row): string {
  const proofs = broken(row);
  const by = (list: readonly Proof[]) =>
    list
      .map(name)
      .filter((one, at, all) => all.indexOf(one) === at)
      .join('; ');
  switch (stateOf(row)) {
    case 'differs':
      return `differs, because ${row.differs?.why} (${row.differs?.note})${proofs.length > 0 ? `; shown by ${by(proofs)}` : ''}`;
    case 'not proven yet':
      return `**not proven yet**${row.proofs.length > 0 ? `; nearest: ${by(row.proofs)}` : ''}`;
    default: {
      const [quick, long] = [proofs.filter(({ kind }) => kind === 'test'), proofs.filter(({ kind }) => kind === 'full')];
      return [quick.length > 0 && `proven by ${by(quick)}`, long.length > 0 && `proven at length by ${by(long)}`]
        .filter(Boolean)
        .join('; ');
    }
  }
}

function name({ file, title }: Proof): string {
  return `\`${file}\` “${title}”`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
