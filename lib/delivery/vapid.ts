import { env } from '@/lib/env';
import { log } from '@/lib/log';
import { currentSecret } from '@/lib/secrets/secrets';

/**
 * Who is responsible for these pushes, for the push services. Apple refuses localhost and .local subjects, so those fall back to a
 * mailto; `warning` is then what to tell the operator at start.
 */
export function vapidSubject(): { subject: string; warning?: string } {
  const { contactEmail, ownerEmail, url } = env();
  if (contactEmail) return { subject: `mailto:${contactEmail}` };
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' && hostname.includes('.') && !/\.local$/.test(hostname) && !/^[\d.]+$/.test(hostname))
    return { subject: url };
  if (ownerEmail && !/@(localhost|.*\.local)$/.test(ownerEmail)) return { subject: `mailto:${ownerEmail}` };
  return {
    subject: 'mailto:operator@example.com',
    warning:
      'Push services get a placeholder contact. Set NOD_CONTACT to an e-mail address of yours, or NOD_URL to your https address.',
  };
}

export async function vapidDetails(): Promise<{ subject: string; publicKey: string; privateKey: string }> {
  const { value } = await currentSecret('vapid');
  return { ...(JSON.parse(value) as { publicKey: string; privateKey: string }), subject: vapidSubject().subject };
}

/** The public half, for browsers that subscribe. */
export const vapidPublicKey = async (): Promise<string> => (await vapidDetails()).publicKey;

/** Says once at start what the operator should know about pushes. */
export function warnAboutVapid(): void {
  const { warning } = vapidSubject();
  if (warning) log.warn(warning);
}
