import { ActForm } from '#/command/ActForm.tsx';
import { useSession } from '#/session.ts';
import { OpenRow } from '#/ui/OpenRow.tsx';
import { Pairs } from '#/ui/Pairs.tsx';
import { timeOf } from '#/ui/words.ts';
import type { Row } from './answers.ts';

type Props = {
  row: Exclude<Row, { member: unknown }>;
  onDone: (words: string) => void;
};

/** A newcomer, or a passkey, that one engineer has proposed. Another types what they hear. */
export function WaitingView({ row, onDone }: Props) {
  const { commands, name: own } = useSession();
  const isNewcomer = 'newcomer' in row;
  const { id, name, proposedBy, proposedAt } = isNewcomer ? row.newcomer : row.passkey;
  const adds = isNewcomer ? 'staff add' : 'staff passkey';
  const command = commands.find((each) => each.name === adds);
  const input = isNewcomer ? { name, roles: row.newcomer.roles } : { name };
  return (
    <OpenRow
      label="The open proposal"
      title={name}
      about={isNewcomer ? `A newcomer, as ${row.newcomer.roles.join(', ')}` : 'Another passkey'}
    >
      <Pairs pairs={[['Proposed by', `${proposedBy}, ${timeOf(proposedAt)}`]]} />
      {proposedBy === own && (
        <p className="note">You proposed this, so another engineer adds it.</p>
      )}
      {proposedBy !== own && command && (
        <>
          <p className="notice">
            Let {name} read the fingerprint to you, face to face or by a call that you make. Type
            what you hear.
          </p>
          <ActForm
            command={command}
            input={input}
            proposal={id}
            title="Add"
            reasons={[`heard the fingerprint from ${name}`]}
            onDone={onDone}
          />
        </>
      )}
    </OpenRow>
  );
}
