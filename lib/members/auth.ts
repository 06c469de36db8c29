import NextAuth, { type NextAuthResult } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { cache } from 'react';
import type { MemberActor } from '@/lib/actor';
import { SignIn } from '@/lib/contract/member';
import { prisma } from '@/lib/db/client';
import { env } from '@/lib/env';
import { joinByInvite } from '@/lib/members/join';
import { passwordFits } from '@/lib/members/passwords';
import { signInPhone } from '@/lib/members/phone-codes';
import { memberOfSession, type OpenedSession, openWebSession } from '@/lib/members/web-sessions';
import { currentSecret } from '@/lib/secrets/secrets';

declare module 'next-auth' {
  interface User {
    webSessionId?: string;
  }
  interface Session {
    webSessionId?: string;
  }
}

/** The longest that browsers keep a cookie; how long a session really lasts is in its row. */
const cookieDays = 400;

const userAgentOf = (request: Request): string => request.headers.get('user-agent') ?? '';

const asUser = ({ personId, webSessionId }: OpenedSession) => ({ id: personId, webSessionId });

/**
 * next-auth stays behind this file. Credentials need JWT sessions, so the cookie carries only the id of a web_session row; whether it
 * still counts is decided by that row in currentMember(), never in a callback: an error there would delete the cookie.
 */
const nextAuth: NextAuthResult = NextAuth(async () => ({
  secret: (await currentSecret('auth')).value,
  trustHost: true,
  session: { strategy: 'jwt', maxAge: cookieDays * 24 * 3600 },
  useSecureCookies: env().url.startsWith('https:'),
  pages: { signIn: '/sign-in', error: '/sign-in' },
  logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  providers: [
    Credentials({
      credentials: { email: {}, password: {} },
      async authorize(input, request) {
        const parsed = SignIn.safeParse(input);
        if (!parsed.success) return null;
        const person = await prisma().person.findUnique({ where: { email: parsed.data.email } });
        if (!(await passwordFits(person?.passwordHash, parsed.data.password)) || !person) return null;
        const webSessionId = await openWebSession(person.id, userAgentOf(request));
        return webSessionId ? { id: person.id, webSessionId } : null;
      },
    }),
    Credentials({
      id: 'invite',
      credentials: { token: {}, email: {}, password: {}, name: {} },
      async authorize({ token, email, password, name }, request) {
        return asUser(await joinByInvite({ token, email, password, name }, userAgentOf(request)));
      },
    }),
    Credentials({
      id: 'phone',
      credentials: { code: {} },
      async authorize({ code }, request) {
        return asUser(await signInPhone(String(code), userAgentOf(request)));
      },
    }),
  ],
  callbacks: {
    jwt: ({ token, user }) => (user ? { sub: user.id, webSessionId: user.webSessionId } : token),
    session: ({ session, token }) => ({ ...session, webSessionId: token.webSessionId as string | undefined }),
  },
}));

/** Called by our own form routes only; next-auth's routes are not mounted, so nothing goes round their limits. */
export const { signIn, signOut } = nextAuth;

/** The signed-in member of this request; undefined when nobody is, or the session was revoked. Read once per request. */
export const currentMember = cache(async (): Promise<MemberActor | undefined> => {
  const session = await nextAuth.auth();
  return session?.webSessionId ? memberOfSession(session.webSessionId) : undefined;
});
