'use client';

import { useState } from 'react';
import { Apply } from './apply';

const jobs = ['4711', '4712'];

export function Careers() {
  const [job, setJob] = useState<string | null>('4711');
  return (
    <main>
      {jobs.map((id) => (
        <button key={id} type="button" onClick={() => setJob(id)}>{`Job ${id}`}</button>
      ))}
      <button type="button" onClick={() => setJob(null)}>
        Close
      </button>
      {job !== null && <Apply job={job} />}
    </main>
  );
}
