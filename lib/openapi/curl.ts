import type { Operation, OperationExample } from '@/lib/contract/operation';
import { compactJson } from '@/lib/openapi/compact-json';

/** What an example before gave is shown in capitals: it has to be filled in. */
const shown = (text: string): string =>
  text.replace(/\{([a-z][A-Za-z]*)\}/g, (_, name: string) => name.replace(/[A-Z]/g, '_$&').toUpperCase());

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** An example as somebody types it in a shell, with the key in NOD_KEY. */
export function curlOf(
  { method, path, keys }: Operation,
  { params = {}, query = {}, body, bearer }: OperationExample,
  url: string,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole);
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, shown(value)])).toString();
  const address = `${url}${shown(filled)}${search && `?${search}`}`;
  const verb = method === (body === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `;
  const lines = [`curl ${verb}${/[?&]/.test(address) ? quoted(address) : address}`];
  if (bearer !== undefined) lines.push(`-H 'Authorization: Bearer ${shown(bearer)}'`);
  else if (keys !== 'anybody') lines.push('-H "Authorization: Bearer $NOD_KEY"');
  if (body !== undefined)
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(shown(compactJson(body, '  ')))}`);
  return lines.join(' \\\n  ');
}
