// Refuses guessable secrets, such as those in examples and other programs' defaults.
import { CannotStart } from './cannot-start.ts';
import { aboutOf, type Variable } from './variable.ts';

const ofExamples =
  /change[-_ ]?(me|it|this)|example|placeholder|^your[-_ ]|^(admin|default|minioadmin|passw(ord|ort)\d*|postgres|root|sandali|secret|test|1234\d*)$/i;
/** A random key of 32 bytes has about 30 different bytes. */
const leastDifferentBytes = 10;

/**
 * Refuses guessable secrets among the values that `declared` describes.
 * @throws CannotStart with a message for each; none repeats the secret
 */
export function refuseGuessableSecrets(
  declared: Readonly<Record<string, Variable<unknown>>>,
  values: Readonly<Record<string, unknown>>,
  nameOf = (name: string) => name,
): void {
  const sentences = Object.entries(declared).flatMap(([name, variable]) => {
    const value = values[name];
    if (!aboutOf(variable).isSecret || typeof value !== 'string' || !isGuessable(value)) return [];
    return `${nameOf(name)} has a guessable secret. Set a random secret, such as \`openssl rand -base64 32\` prints.`;
  });
  if (sentences.length > 0) throw new CannotStart(sentences.join('\n'));
}

function isGuessable(value: string): boolean {
  if (/^postgres(ql)?:/.test(value)) return isGuessablePassword(new URL(value));
  const bytes = Buffer.from(value, 'base64');
  const isKey = bytes.length === 32 && bytes.toString('base64') === value;
  if (isKey) return new Set(bytes).size < leastDifferentBytes;
  return ofExamples.test(value);
}

/**
 * An address may have no password, because the database may trust the machine or its certificate.
 */
function isGuessablePassword({ username, password }: URL): boolean {
  return (
    password !== '' && (password === username || ofExamples.test(decodeURIComponent(password)))
  );
}
