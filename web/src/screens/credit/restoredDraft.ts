// Applies a stored draft to a form.

/** A form's initial values, how many come from a stored draft, and the last touched field. */
export type InitialForm<V> = { values: V; keptCount: number; leftAt: string | null };

/**
 * A stored draft. `over` is the initial values that the borrower changed; unknown for a draft from
 * the server.
 */
export type RestoredDraft = {
  values: Record<string, string>;
  leftAt: string | null;
  over?: string | undefined;
};

/**
 * Applies a draft to a form's initial values; `store` is the storable part of those values. Returns
 * null if the draft was based on other initial values or changes nothing.
 */
export function applyRestored<V extends Record<string, string>>(
  draft: RestoredDraft,
  start: V,
  store: string,
): InitialForm<V> | null {
  if (draft.over !== undefined && draft.over !== store) return null;
  const changed = Object.entries(draft.values).filter(
    ([field, answer]) => field in start && answer !== start[field],
  );
  if (changed.length === 0) return null;
  // Barangay, city and province count as one answer, and so do income and asksPerson.
  const partsOfAnswers = ['provinceCode', 'cityCode', 'asksPerson'];
  const keptCount = changed.filter(
    ([field, answer]) => answer !== '' && !partsOfAnswers.includes(field),
  ).length;
  return { values: { ...start, ...Object.fromEntries(changed) }, keptCount, leftAt: draft.leftAt };
}
