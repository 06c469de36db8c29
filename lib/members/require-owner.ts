import type { MemberActor } from '@/lib/actor';
import { AppError } from '@/lib/errors';

/** Throws AppError `forbidden` unless this member is an owner. `act` ends the sentence “Only an owner …”. */
export function requireOwner(actor: MemberActor, act: string): void {
  if (actor.role !== 'owner') throw notOwner(act);
}

/** For an actor who was an owner when the request came, and is none any more. */
export const notOwner = (act: string): AppError => new AppError('forbidden', `Only an owner ${act}.`);
