/** @jsxImportSource react */
import type {} from 'apply-form/react';

export const form = (
  <apply-form token="sealed" heading-level="3" onapply-ready={({ detail }) => detail.questions.length} />
);

// @ts-expect-error there is no such theme
export const wrong = <apply-form theme="pink" />;
