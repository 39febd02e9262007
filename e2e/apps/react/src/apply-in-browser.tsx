'use client';

import { useEffect, useState } from 'react';
import { Apply } from './apply';

export function ApplyInBrowser({ job }: { job: string }) {
  const [isInBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  if (isInBrowser) return <Apply job={job} />;
  return <a href={`mailto:jobs@example.com?subject=${job}`}>Apply by e-mail</a>;
}
