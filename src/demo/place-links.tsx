import type { Choices } from './choices.ts';
import { type MountTarget, places } from './places.ts';
import type { Access } from './snippet/snippet.ts';

interface PlaceLinksProps {
  readonly choices: Choices;
  readonly access: Access | null;
}

/** Links to the same form elsewhere: on its own page and on host pages. */
export function PlaceLinks({ choices, access }: PlaceLinksProps) {
  return (
    <ul class="places" aria-label="Place">
      <li>
        <span aria-current="page">Here</span>
      </li>
      {places(choices, access).map(({ name, address }: MountTarget) => (
        <li key={name}>
          <a href={address} target="_blank" rel="noopener">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
