import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { PublicFrame } from '@/components/shell/public-frame';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { readPairingCode, shownPairingCode } from '@/lib/keys/pairing-code';

export const metadata: Metadata = { title: 'Connect a terminal' };

/** Where the code of a terminal is typed, by whoever cannot open its address. */
export default async function PairCodePage({ searchParams }: PageProps<'/pair'>) {
  const { code: typed } = await searchParams;
  const code = typeof typed === 'string' ? readPairingCode(typed) : undefined;
  if (code) redirect(`/pair/${shownPairingCode(code)}`);
  return (
    <PublicFrame title="Connect a terminal" lead="Type the code that your terminal shows." narrow>
      <form className="grid gap-5">
        <Field
          id="code"
          name="code"
          label="Code"
          placeholder="ABCD-EFGH"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          error={
            typed === undefined ? undefined : 'A code has 8 letters and digits; I, L, O, 0 and 1 are not among them.'
          }
          mono
          required
        />
        <Button type="submit" look="primary" block>
          Go on
        </Button>
      </form>
    </PublicFrame>
  );
}
