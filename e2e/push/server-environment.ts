import { fileURLToPath } from 'node:url';
import type { Certificate } from './certificates';
import type { PushService } from './push-service';

const REDIRECT = fileURLToPath(new URL('./redirect.cjs', import.meta.url));

/**
 * The environment, beside its own, with which a server process sends its pushes to the local push service: those for
 * Chromium by a redirect, those for Firefox and virtual devices because localhost is allowed and its certificate trusted.
 */
export function serverEnvironment(service: PushService, certificate: Certificate): Record<string, string> {
  const inherited = process.env.NODE_OPTIONS ? `${process.env.NODE_OPTIONS} ` : '';
  return {
    NODE_OPTIONS: `${inherited}--require ${JSON.stringify(REDIRECT)}`,
    NODE_EXTRA_CA_CERTS: certificate.certificatePath,
    NOD_TEST_PUSH_PORT: String(service.port),
    NOD_TEST_PUSH_CERTIFICATE: certificate.certificatePath,
    NOD_PUSH_ALLOWED_HOSTS: service.host,
  };
}
