/** The layout of a case while it is read, so that nothing moves when it arrives. */
export function CaseSkeleton() {
  return (
    <div aria-busy="true">
      <h1 className="hidden">Reading the case</h1>
      <div className="rv-case-head">
        <span className="rv-bone rv-bone-name" />
      </div>
      <div className="rv-case">
        <div className="rv-look">
          <div className="rv-pictures">
            <div className="rv-picture">
              <div className="rv-absent rv-bone" />
            </div>
            <div className="rv-picture">
              <div className="rv-absent rv-bone" />
            </div>
          </div>
          <div className="rv-section">
            <span className="rv-bone" />
            <span className="rv-bone" />
          </div>
        </div>
        <div className="rv-facts">
          {['checks', 'limit', 'work', 'home'].map((part) => (
            <div key={part} className="rv-section">
              <span className="rv-bone" />
              <span className="rv-bone" />
              <span className="rv-bone" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
