'use client';

import { useSyncExternalStore } from 'react';
import type { Surface } from '@/components/question/question-view';

const installedOnPhone = '(display-mode: standalone) and (pointer: coarse)';
const noChanges = () => () => {};

/** Tells the server where the answer was given. Only the browser knows that it runs as an installed app on a phone. */
export function SurfaceField(props: { surface: Surface }) {
  const inApp = useSyncExternalStore(
    noChanges,
    () => window.matchMedia(installedOnPhone).matches,
    () => false,
  );
  return <input type="hidden" name="surface" value={inApp ? 'mobile_app' : props.surface} />;
}
