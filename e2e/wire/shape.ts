import { expect } from '@playwright/test';
import { namesOf, type Reply } from './client';

/** Has all of these fields, perhaps some of those, and no other. */
export function expectFields(value: unknown, always: string[], sometimes: string[] = []) {
  const names = namesOf(value);
  expect(names, JSON.stringify(value)).toEqual(expect.arrayContaining([...always]));
  expect(names.filter((name) => !always.includes(name) && !sometimes.includes(name))).toEqual([]);
}

/** The body of a success. */
export function ok(reply: Reply, status = 200): Record<string, unknown> {
  expect(reply.status, reply.text).toBe(status);
  return reply.body;
}
