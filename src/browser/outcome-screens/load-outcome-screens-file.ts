/** How the built later file loads the outcome screens and the steps: by their name, with its own copy of preact. */

import { Fragment } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { jsx } from 'preact/jsx-runtime';
import { batch, computed, effect, signal } from '../../form/signals.ts';
import { announce, clearAnnouncements } from '../../ui/announcements/announcer.ts';
import { lastAccepted } from '../../ui/files/last-accepted.ts';
import { takeFocus } from '../../ui/focus/focus.ts';
import { blockOfField, bringIntoView, showBlock, showBox } from '../../ui/focus/focus-field.ts';
import { Heading } from '../../ui/form/heading.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { elementIds } from '../../ui/screen.ts';
import { outcomeScreensName, stepsName } from '../lazy/lazy-file.ts';
import type { StepsFile } from '../steps/contract.ts';
import type { OutcomeScreensFile } from './contract.ts';
import type { Runtime } from './handed-runtime.ts';

/** Read when a file has come: this file is handed its own copy after it was loaded. */
function handedOn(): Runtime {
  const drawing = { Fragment, Heading, Icon, elementIds, jsx, takeFocus };
  const signals = { batch, computed, effect, signal };
  const hooks = { useLayoutEffect, useMemo, useRef };
  const focus = { blockOfField, bringIntoView, showBlock, showBox };
  return { ...drawing, ...signals, ...hooks, ...focus, announce, clearAnnouncements, lastAccepted };
}

async function load<File>(name: string): Promise<File> {
  const { takeRuntime, file } = await import(/* @vite-ignore */ `./${name}`);
  takeRuntime(handedOn());
  return file;
}

export const loadOutcomeScreens = () => load<OutcomeScreensFile>(outcomeScreensName);
export const loadSteps = () => load<StepsFile>(stepsName);
