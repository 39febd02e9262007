/** How the built later file loads the outcome screens: by their name, and with its own copy of preact. */

import { Fragment } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { jsx } from 'preact/jsx-runtime';
import { signal } from '../../form/signals.ts';
import { announce, clearAnnouncements } from '../../ui/announcements/announcer.ts';
import { lastAccepted } from '../../ui/files/last-accepted.ts';
import { takeFocus } from '../../ui/focus/focus.ts';
import { blockOfField, showBlock, showBox } from '../../ui/focus/focus-field.ts';
import { Heading } from '../../ui/form/heading.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { elementIds } from '../../ui/screen.ts';
import { outcomeScreensName } from '../lazy/lazy-file.ts';
import type { OutcomeScreensFile } from './contract.ts';

export async function loadOutcomeScreens(): Promise<OutcomeScreensFile> {
  const file: typeof import('./built-file.ts') = await import(/* @vite-ignore */ `./${outcomeScreensName}`);
  const drawing = { Fragment, Heading, Icon, elementIds, jsx, signal, takeFocus };
  const hooks = { useLayoutEffect, useMemo, useRef };
  const shared = { announce, clearAnnouncements, blockOfField, lastAccepted, showBlock, showBox };
  file.takeRuntime({ ...drawing, ...hooks, ...shared });
  return file.outcomeScreensFile;
}
