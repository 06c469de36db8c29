import { AppError } from '@/lib/errors';

const deepest = 32;

/** Reads a body while counting; throws AppError `too_large` as soon as it is over `maxBytes`, without reading the rest. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = () => new AppError('too_large', `The body is larger than ${maxBytes} bytes.`);
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > maxBytes) throw tooLarge();
  if (!request.body) return '';
  const reader = request.body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      // The client left in the middle: nobody hears the answer, and it is no failure of ours.
      throw new AppError('invalid_request', 'The request ended before its body was whole.', { cause: error });
    });
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge();
    }
    parts.push(value);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch (error) {
    throw new AppError('invalid_request', 'The body is not valid UTF-8.', { cause: error });
  }
}

/** Reads JSON within a size and a depth; an empty body is undefined. Throws AppError `too_large` or `invalid_request`. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const text = await readText(request, maxBytes);
  if (text.trim() === '') return undefined;
  if (isDeeperThan(text, deepest))
    throw new AppError('invalid_request', `The body is nested deeper than ${deepest} levels.`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('invalid_request', 'The body is not valid JSON.', { cause: error });
  }
}

/** Counts brackets outside of strings, before a parser sees them. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      if (++depth > limit) return true;
    } else if (character === '}' || character === ']') depth--;
  }
  return false;
}
