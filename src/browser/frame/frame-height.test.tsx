// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followHeight } from './frame-page.ts';

let content: number;
let reported: number[];
/** The height that the host sets when the frame reports one. */
let host: (height: number) => number;
let page: { innerHeight: number; addEventListener(type: 'resize', listener: () => void): void };
let resized: () => void;
let element: HTMLElement;
let reportHeight: () => void;

const asReported = (height: number) => height;
const isFitted = () => document.documentElement.classList.contains('fitted');

beforeEach(() => {
  vi.useFakeTimers();
  content = 500;
  reported = [];
  host = asReported;
  page = {
    innerHeight: 150,
    addEventListener: (_type, listener) => {
      resized = listener;
    },
  };
  const measured = document.createElement('div');
  measured.getBoundingClientRect = () => new DOMRect(0, 0, 300, content);
  element = document.createElement('div');
  reportHeight = followHeight({ page, element, measured }, (height) => reported.push(height));
});
afterEach(() => vi.useRealTimers());

/** Delivers the height to the host, and then resizes the frame's window. */
function follow(): void {
  const height = host(reported.at(-1) ?? 0);
  if (height === page.innerHeight) return;
  page.innerHeight = height;
  resized();
}

/** Waits until nothing changes, and fails on a loop. */
function settle(): void {
  for (let turn = 0; turn < 20; turn += 1) {
    const before = reported.length;
    follow();
    vi.advanceTimersToNextTimer();
    if (turn > 0 && reported.length === before) return;
  }
  throw new Error(`The height never settled: ${reported.slice(-6)}`);
}

function grow(height: number): void {
  content = height;
  resized();
}

test('a frame reports each height once, and has no scroll bar when the host follows', () => {
  reportHeight();
  expect(isFitted()).toBe(true);
  settle();
  grow(720.4);
  expect(isFitted()).toBe(true);
  settle();
  expect(reported).toEqual([500, 721]);
  expect(isFitted()).toBe(true);
});

test('a frame scrolls when the host does not follow, until there is room again', () => {
  host = (height) => Math.min(height, 400);
  reportHeight();
  settle();
  expect(isFitted()).toBe(false);
  host = asReported;
  settle();
  expect(isFitted()).toBe(true);
});

test('a hidden frame reports no height until it is visible', () => {
  content = 0;
  reportHeight();
  settle();
  expect(reported).toEqual([]);
  grow(640);
  settle();
  expect(reported).toEqual([640]);
});
