/** The product's mark. */
export function Mark() {
  return (
    <span className="mark">
      <span className="mark-icon" aria-hidden="true" />
      Desk
    </span>
  );
}
