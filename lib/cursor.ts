import { refusal } from '@/lib/errors';
import { isId } from '@/lib/ids';

/** Where a page of a list ends: the time and the id of its last row. */
export interface Cursor {
  at: Date;
  id: string;
}

/** A cursor as clients carry it: opaque, safe in a URL. */
export const cursorText = ({ at, id }: Cursor): string => Buffer.from(`${at.getTime()} ${id}`).toString('base64url');

/** Reads a cursor; throws AppError `invalid_request` for anything that no list gave. */
export function readCursor(cursor: string | undefined): Cursor | undefined {
  if (cursor === undefined) return undefined;
  const [at = '', id = '', more] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const parsed = { at: new Date(Number(at)), id };
  if (more !== undefined || !/^\d{1,15}$/.test(at) || !isId(id) || cursorText(parsed) !== cursor)
    throw refusal('cursor', 'is not one that a list gave: start without a cursor');
  return parsed;
}
