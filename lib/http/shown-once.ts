import { cookies } from 'next/headers';
import type { MemberActor } from '@/lib/actor';
import { env } from '@/lib/env';

/**
 * A secret that one page shows right after it was made, and nothing can show later. It travels neither in an address (history, logs) nor
 * in the database, but in a cookie that scripts cannot read, that goes to this page only, and that is gone after `seconds`.
 */
export function shownOnce(cookieName: string, page: string, seconds: number) {
  const rules = {
    path: page,
    httpOnly: true,
    sameSite: 'strict' as const,
    secure: env().url.startsWith('https:'),
  };
  return {
    /** Keeps the secret of the row `id` for the web session that made it. */
    async keep(actor: MemberActor, id: string, secret: string): Promise<void> {
      (await cookies()).set(cookieName, [actor.webSessionId, id, secret].join(' '), { ...rules, maxAge: seconds });
    },
    /** The person has it. */
    async forget(): Promise<void> {
      (await cookies()).set(cookieName, '', { ...rules, maxAge: 0 });
    },
    /** The secret of the row that the address names, for the web session that made it; undefined for anybody else and later. */
    async read(actor: MemberActor, id: string | string[] | undefined): Promise<string | undefined> {
      const [madeBy, madeId, secret] = (await cookies()).get(cookieName)?.value.split(' ') ?? [];
      return madeBy === actor.webSessionId && madeId === id ? secret : undefined;
    },
  };
}
