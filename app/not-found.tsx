import type { Metadata } from 'next';
import { PublicFrame } from '@/components/shell/public-frame';
import { ButtonLink } from '@/components/ui/button';

export const metadata: Metadata = { title: 'Not found' };

/** Also what another workspace's question looks like: it says not whether there is one. */
export default function NotFound() {
  return (
    <PublicFrame
      title="Nothing is here"
      lead="The address is wrong, or what it led to belongs to another workspace or is gone."
      narrow
    >
      <ButtonLink href="/">Open Waiting</ButtonLink>
    </PublicFrame>
  );
}
