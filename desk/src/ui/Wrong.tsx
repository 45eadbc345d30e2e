import { wrongOf } from '#/api.ts';

/** A failure's sentence, beside the button that caused it. */
export function Wrong({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p className="wrong" role="alert">
      {wrongOf(error)}
    </p>
  );
}
