import { resolve } from 'node:path';
import { z } from 'zod';

/** Empty means "not set": an empty line in an env file must not count as a value. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
const list = optional(z.string()).transform((text) =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
const flag = optional(z.enum(['0', '1', 'true', 'false'])).transform((text) => text === '1' || text === 'true');

const Environment = z.object({
  NODE_ENV: z.string().default('production'),
  PORT: optional(z.coerce.number().int().min(1).max(65535)).transform((port) => port ?? 3000),
  NOD_URL: optional(z.url({ protocol: /^https?$/, error: 'must be a full http or https address' })),
  NOD_DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')),
  NOD_DATABASE_POOL: optional(z.coerce.number().int().min(2).max(500)),
  NOD_OWNER_EMAIL: optional(z.email()),
  NOD_OWNER_PASSWORD: optional(z.string().min(10, 'must have at least 10 characters')),
  NOD_BOOTSTRAP_FILE: optional(z.string()),
  NOD_CONTACT: optional(z.email()),
  NOD_PUSH_ALLOWED_HOSTS: list,
  NOD_ALLOW_PRIVATE_CALLBACKS: flag,
  NOD_ALLOW_KEY_IN_URL: flag,
  NOD_TRUSTED_PROXY: flag,
  NOD_KEY_RATE: optional(z.coerce.number().int().min(1)),
  NOD_LOG: optional(z.enum(['debug', 'info', 'warn', 'error', 'silent'])),
});

export interface Env {
  isProduction: boolean;
  port: number;
  /** The public address without a slash at its end. Every link that leaves Nod is built from it, never from a request. */
  url: string;
  dataDirectory: string;
  databaseUrl: string | undefined;
  databasePoolSize: number;
  ownerEmail: string | undefined;
  ownerPassword: string | undefined;
  bootstrapFile: string | undefined;
  /** Where push services may write to the operator; part of every VAPID token. */
  contactEmail: string | undefined;
  /** Extra hosts (`name` or `name:port`) that push endpoints may have although they are private. */
  pushAllowedHosts: string[];
  allowPrivateCallbacks: boolean;
  allowKeyInUrl: boolean;
  /** Whether a proxy of the operator's sets X-Forwarded-For. */
  trustedProxy: boolean;
  /** Calls that one API key may make in a minute, in each process. */
  keyRatePerMinute: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** Reads settings from variables; throws one Error that names every bad variable and its rule. */
export function parseEnv(variables: Record<string, string | undefined>): Env {
  const parsed = Environment.safeParse(variables);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`These settings cannot be used:\n  ${problems.join('\n  ')}`);
  }
  const values = parsed.data;
  return {
    isProduction: values.NODE_ENV === 'production',
    port: values.PORT,
    url: (values.NOD_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    // turbopackIgnore: a folder of the operator's, which the build must not look into.
    dataDirectory: resolve(/*turbopackIgnore: true*/ values.NOD_DATA_DIR ?? 'data'),
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.NOD_DATABASE_POOL ?? 20,
    ownerEmail: values.NOD_OWNER_EMAIL?.toLowerCase(),
    ownerPassword: values.NOD_OWNER_PASSWORD,
    bootstrapFile: values.NOD_BOOTSTRAP_FILE,
    contactEmail: values.NOD_CONTACT,
    pushAllowedHosts: values.NOD_PUSH_ALLOWED_HOSTS,
    allowPrivateCallbacks: values.NOD_ALLOW_PRIVATE_CALLBACKS,
    allowKeyInUrl: values.NOD_ALLOW_KEY_IN_URL,
    trustedProxy: values.NOD_TRUSTED_PROXY,
    keyRatePerMinute: values.NOD_KEY_RATE ?? 300,
    logLevel: values.NOD_LOG ?? 'info',
  };
}

let parsedOnce: Env | undefined;

/** The settings of this process, parsed on first use: a build needs none of them. */
export function env(): Env {
  parsedOnce ??= parseEnv(process.env);
  return parsedOnce;
}
