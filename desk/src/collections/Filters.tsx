import { Link } from '@tanstack/react-router';
import { ToggleButton } from 'react-aria-components';
import { type Bucket, buckets, type Counts } from './answers.ts';
import type { CollectionsSearch } from './search.ts';
import { bucketNames } from './words.ts';

type Props = {
  search: CollectionsSearch;
  /** Undefined until they arrive; null if they do not. */
  counts: Counts | null | undefined;
  onGo: (to: CollectionsSearch) => void;
};

/** The buckets with their counts, and the bills that the person holds. */
export function Filters({ search: { bucket, owner }, counts, onGo }: Props) {
  const countOf = (of: Bucket) =>
    counted(
      counts?.buckets.find((row) => row.bucket === of),
      counts === null,
    );
  return (
    <div className="co-filters">
      <nav aria-label="Buckets">
        <ul>
          {([undefined, ...buckets] as const).map((tab) => (
            <li key={tab ?? 'all'}>
              <Link
                className="co-tab"
                to="/collections"
                search={{ bucket: tab, owner }}
                // Otherwise the router marks the first tab too, whose address has no bucket.
                activeOptions={{ exact: true, explicitUndefined: true }}
                aria-current={tab === bucket ? 'page' : undefined}
              >
                {bucketNames[tab ?? 'all']}
                {tab && <b>{countOf(tab)}</b>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <ToggleButton
        className="button soft co-mine"
        isSelected={owner === 'mine'}
        onChange={(isMine) => onGo({ bucket, owner: isMine ? 'mine' : undefined })}
      >
        Mine <b>{counted(counts?.mine, counts === null)}</b>
      </ToggleButton>
    </div>
  );
}

function counted(of: Counts['mine'] | undefined, hasFailed: boolean): string {
  if (of) return `${of.count}${of.isMore ? '+' : ''}`;
  return hasFailed ? '–' : '…';
}
