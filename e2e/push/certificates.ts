import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

// A configuration of our own, because the system's may add the same extensions a second time.
const OPENSSL_CONFIG = `
[req]
prompt = no
distinguished_name = name
x509_extensions = extensions
[name]
CN = Nod test push service
[extensions]
subjectAltName = DNS:localhost, IP:127.0.0.1, IP:::1
basicConstraints = critical, CA:TRUE
`;

/** A certificate for localhost that is its own authority, so that trusting the file is enough. */
export interface Certificate {
  /** PEM text of the private key. */
  key: string;
  /** PEM text of the certificate. */
  certificate: string;
  /** Where the certificate lies, for NODE_EXTRA_CA_CERTS. */
  certificatePath: string;
  /** Hash of the public key, by which Chromium is told to accept this certificate and no other. */
  publicKeyHash: string;
  /** Deletes the files. */
  remove(): Promise<void>;
}

/**
 * Makes a certificate for localhost, valid for a day, in a new temporary folder.
 * @throws Error when the `openssl` program is missing or fails.
 */
export async function makeCertificate(): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'nod-certificate-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const [configPath, keyPath, certificatePath] = ['openssl.cnf', 'key.pem', 'certificate.pem'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await writeFile(configPath, OPENSSL_CONFIG);
    const keyKind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const output = ['-keyout', keyPath, '-out', certificatePath];
    await run('openssl', ['req', '-x509', '-days', '1', '-config', configPath, ...keyKind, ...output]);
    const certificate = await readFile(certificatePath, 'utf8');
    const publicKey = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
    const publicKeyHash = createHash('sha256').update(publicKey).digest('base64');
    return { key: await readFile(keyPath, 'utf8'), certificate, certificatePath, publicKeyHash, remove };
  } catch (cause) {
    await remove();
    throw new Error('Could not make a test certificate: is openssl installed?', { cause });
  }
}
