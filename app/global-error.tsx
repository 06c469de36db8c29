'use client';

import '@/app/globals.css';
import { ErrorPage } from '@/components/shell/error-page';

/** When even the frame of all pages failed. */
export default function GlobalError(props: Parameters<typeof ErrorPage>[0]) {
  return (
    <html lang="en">
      <head>
        <title>Nod failed · Nod</title>
      </head>
      <body>
        <ErrorPage {...props} />
      </body>
    </html>
  );
}
