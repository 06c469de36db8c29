import { isSecretName, redact, secretMark } from '@/lib/redact';

/** Something of an integrator's own with its secrets removed: those that look like one, and whatever has the name of one. */
export function withoutSecrets(kept: unknown): unknown {
  if (typeof kept === 'string') return redact(kept);
  if (Array.isArray(kept)) return kept.map(withoutSecrets);
  if (typeof kept !== 'object' || kept === null) return kept;
  return Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [
      redact(name),
      isSecretName(name) ? secretMark : withoutSecrets(value),
    ]),
  );
}
