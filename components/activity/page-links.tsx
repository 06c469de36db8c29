import { ButtonLink, buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { activityAddress } from '@/lib/activity/address';
import { type ActivityFilter, exportFormats } from '@/lib/contract/activity';

const formatNames = { csv: 'CSV', jsonl: 'JSON lines' };

/** On to older rows or back to the newest, and every row of all pages as a file; the filters stay. */
export function PageLinks(props: { filter: ActivityFilter; isOlder: boolean; nextCursor?: string; isEmpty: boolean }) {
  const { filter, isOlder, nextCursor, isEmpty } = props;
  return (
    <>
      {(isOlder || nextCursor) && (
        <nav aria-label="Pages" className="flex gap-3 px-(--gutter) pt-6 wide:px-0">
          {isOlder && <ButtonLink href={activityAddress(filter)}>Newest</ButtonLink>}
          {nextCursor && <ButtonLink href={activityAddress(filter, { cursor: nextCursor })}>Older</ButtonLink>}
        </nav>
      )}
      {!isEmpty && (
        <div className="flex flex-wrap items-center gap-2 px-(--gutter) pt-6 text-small text-muted wide:px-0">
          <Icon name="download" />
          <span>Export</span>
          {exportFormats.map((format) => (
            <a
              key={format}
              href={activityAddress(filter, { format }, '/activity/export')}
              download
              className={buttonClass({ look: 'quiet', size: 'small' })}
            >
              {formatNames[format]}
            </a>
          ))}
        </div>
      )}
    </>
  );
}
