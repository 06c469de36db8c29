import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import { Row, Rows, Section } from '@/components/ui/rows';
import { Tile } from '@/components/ui/tile';

/** A browser in which this person is signed in. Times are ISO strings. */
export type WebSessionEntry = {
  id: string;
  browser: string;
  isPhone: boolean;
  createdAt: string;
  lastSeenAt: string;
  isThis: boolean;
};

/** Where somebody is signed in; every browser but this one can be signed out from here. */
export function WebSessionList(props: { sessions: WebSessionEntry[]; days: number }) {
  return (
    <Section
      title="Where you are signed in"
      foot={`A browser that is not used for ${props.days} days is signed out. Signing one out also ends its notifications.`}
    >
      <Rows>
        {props.sessions.map((session) => (
          <Row
            key={session.id}
            glyph={<Tile icon={session.isPhone ? 'phone' : 'laptop'} />}
            title={session.browser}
            detail={
              session.isThis ? (
                <>
                  Signed in <RelativeTime at={session.createdAt} />
                </>
              ) : (
                <>
                  Seen <RelativeTime at={session.lastSeenAt} />
                </>
              )
            }
            end={session.isThis ? <Badge>This one</Badge> : <EndSession session={session} />}
          />
        ))}
      </Rows>
    </Section>
  );
}

function EndSession({ session }: { session: WebSessionEntry }) {
  return (
    <form method="post" action={`/settings/sessions/${session.id}/revoke`}>
      <Button type="submit" look="quiet" size="small" aria-label={`Sign out ${session.browser}`}>
        Sign out
      </Button>
    </form>
  );
}
