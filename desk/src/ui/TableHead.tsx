type Props = {
  /** The columns' names from left to right, each once. */
  columns: readonly string[];
  /** Whether a column holds numbers, which are right-aligned. */
  isAmount: (nth: number) => boolean;
};

/** The row of a table that names its columns. */
export function TableHead({ columns, isAmount }: Props) {
  return (
    <thead>
      <tr>
        {columns.map((name, nth) => (
          <th key={name} scope="col" className={isAmount(nth) ? 'amount' : undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
