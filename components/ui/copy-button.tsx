'use client';

import { useEffect, useState } from 'react';
import { Button, type ButtonLook } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { Icon } from '@/components/ui/icon';

const shownMs = 2000;

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https the browser has no clipboard, or it refuses: the label then says that nothing was copied.
    return false;
  }
}

/** Copies a text and says so for two seconds. An icon alone, or with `words` a button. Absent without JavaScript. */
export function CopyButton(props: { text: string; label: string; words?: string; className?: string } & ButtonLook) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => setOutcome((await copyText(props.text)) ? 'copied' : 'failed');
  const said = { copied: 'Copied', failed: 'Not copied: select the text instead' };
  const icon = outcome === 'copied' ? 'check' : outcome === 'failed' ? 'cross' : 'copy';
  const status = (
    <span role="status" className="sr-only">
      {outcome !== null && said[outcome]}
    </span>
  );
  if (props.words !== undefined) {
    const { look, size, block } = props;
    return (
      <Button
        look={look}
        size={size}
        block={block}
        onClick={copy}
        className={classes('noscript:hidden', props.className)}
      >
        <Icon name={icon} />
        {outcome === null ? props.words : said[outcome]}
        {status}
      </Button>
    );
  }
  return (
    <button
      type="button"
      aria-label={props.label}
      title={outcome === null ? undefined : said[outcome]}
      onClick={copy}
      className={classes(
        'grid size-11 place-items-center rounded-control text-muted hover:bg-hover noscript:hidden',
        props.className,
      )}
    >
      <Icon name={icon} />
      {status}
    </button>
  );
}
