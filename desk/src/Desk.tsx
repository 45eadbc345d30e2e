/** The whole desk. */
export function Desk() {
  return (
    <main>
      <h1>The desk</h1>
    </main>
  );
}
