import { showTime } from './times.ts';

interface TimeProps {
  readonly iso: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isRelative?: boolean;
}

export function Time({ iso, now, isRelative = true }: TimeProps) {
  const shown = showTime(iso, now);
  if (shown === null) return <>{iso}</>;
  return (
    <>
      <time dateTime={iso} title={shown.utc}>
        {shown.absolute}
      </time>
      {isRelative && <span class="away"> ({shown.relative})</span>}
    </>
  );
}
