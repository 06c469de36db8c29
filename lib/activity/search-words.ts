/** Most words that are looked for; more would only narrow what is already narrow. */
const mostWords = 10;

/** The signs that part words, here and in nod_words(). Among them are all that mean something in a tsquery. */
const signs = /[!-/:-@[-`{-~\s]+/;

/**
 * What a person typed, as a tsquery: every word must be there, each may go on ("depl" finds "deployment"). Words stand in quotes and
 * hold no sign, so nothing that was typed is an operator.
 */
export function searchExpression(typed: string): string {
  const words = typed.split(signs).filter((word) => word !== '');
  return words
    .slice(0, mostWords)
    .map((word) => `'${word}':*`)
    .join(' & ');
}
