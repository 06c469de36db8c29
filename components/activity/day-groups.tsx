'use client';

import type { ReactNode } from 'react';
import { Rows, Section } from '@/components/ui/rows';
import { dayWords } from '@/components/ui/time-words';
import { useNow } from '@/components/ui/use-now';

/** One row and the ISO time that sorts it into a day. */
export type Dated = { key: string; at: string; row: ReactNode };

/** Rows under the day they belong to, newest first: the viewer's day, or the UTC day until the browser is asked for its zone. */
export function DayGroups(props: { entries: Dated[] }) {
  const now = useNow();
  const groups: { day: string; entries: Dated[] }[] = [];
  for (const entry of props.entries) {
    const day = dayWords(new Date(entry.at), now);
    const last = groups.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else groups.push({ day, entries: [entry] });
  }
  return groups.map(({ day, entries }) => (
    <Section key={entries[0]?.key} title={day}>
      <Rows>{entries.map((entry) => entry.row)}</Rows>
    </Section>
  ));
}
