/** A text that is put in at a place of another. Nothing is ever replaced, so that taking it out again gives back what was there. */
export interface Splice {
  at: number;
  text: string;
}

/** Where a text was put in, in the order in which it happened. */
export interface SpliceNote {
  at: number;
  length: number;
}

/** Puts texts in; `at` counts in `text` as it was given. */
export function putIn(text: string, splices: Splice[]): string {
  return backToFront(splices).reduce((result, { at, text: put }) => result.slice(0, at) + put + result.slice(at), text);
}

/** What {@link putIn} did, as steps that {@link takeOut} undoes. */
export const notesOf = (splices: Splice[]): SpliceNote[] =>
  backToFront(splices).map(({ at, text }) => ({ at, length: text.length }));

/** The exact inverse of a series of {@link putIn}. */
export function takeOut(text: string, notes: SpliceNote[]): string {
  return notes.reduceRight((result, { at, length }) => result.slice(0, at) + result.slice(at + length), text);
}

/** A part of a text that goes. */
export interface Cut {
  from: number;
  to: number;
}

/** Removes parts that do not overlap. */
export function cutOut(text: string, cuts: Cut[]): string {
  return [...cuts]
    .sort((a, b) => b.from - a.from)
    .reduce((result, { from, to }) => result.slice(0, from) + result.slice(to), text);
}

/** The later place first, so that the earlier ones still count; at one place the later text first. */
function backToFront(splices: Splice[]): Splice[] {
  return splices
    .map((splice, order) => ({ splice, order }))
    .sort((a, b) => b.splice.at - a.splice.at || b.order - a.order)
    .map(({ splice }) => splice);
}
