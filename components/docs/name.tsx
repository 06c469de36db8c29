import { Fragment } from 'react';

/** A name from the API: it breaks between its words, when it must. */
export function Name(props: { text: string }) {
  const words = [...props.text.matchAll(/.+?(?:_(?!_)|(?<=[a-z0-9])(?=[A-Z])|$)/g)];
  return (
    <code className="mono font-medium wrap-anywhere">
      {words.map(({ 0: word, index }) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </code>
  );
}
