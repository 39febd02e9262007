import { type ReadonlySignal, useSignalEffect } from '@preact/signals';
import type { Acts } from './acts.ts';
import type { Desk } from './desk.ts';
import { LessonList } from './lesson-list.tsx';
import { hasSandbox, type OwnPage } from './own-pages.ts';
import { QuestionList } from './question-list.tsx';
import { ServerCard } from './server-card.tsx';
import { Unlock } from './unlock.tsx';
import { WaitingList } from './waiting-list.tsx';

interface PageProps {
  readonly desk: Desk;
  readonly acts: Acts;
  readonly pages: ReadonlySignal<readonly OwnPage[]>;
}

export function AttentionPage({ desk, acts, pages }: PageProps) {
  useSignalEffect(() => {
    const count = desk.told.value?.list.total ?? 0;
    document.title = `${count > 0 ? `(${count}) ` : ''}Attention · Apply Form`;
  });
  const { locked, told, said } = desk;
  return (
    <>
      <PageBar pages={pages.value} />
      <main>
        {locked.value === null && told.value !== null ? (
          <>
            <ServerCard desk={desk} told={told.value} />
            <WaitingList desk={desk} acts={acts} />
            <QuestionList jobs={told.value.list.questions} leftOut={told.value.list.questionsLeftOut} />
            <LessonList acts={acts} lessons={told.value.list.lessons} now={told.value.readAt} />
          </>
        ) : (
          <Unlock desk={desk} isSandbox={hasSandbox(pages.value)} />
        )}
      </main>
      {/* Always there: what comes together with its region is not announced everywhere. */}
      <p role="status" class="said">
        {said.value.words !== '' && <span key={said.value.number}>{said.value.words}</span>}
      </p>
    </>
  );
}

function PageBar({ pages }: { readonly pages: readonly OwnPage[] }) {
  return (
    <header class="product-bar">
      <p class="product">Apply Form</p>
      <nav aria-label="Pages of this server">
        <ul>
          {pages.map(({ name, address }) => (
            <li key={name}>
              <a href={address}>{name}</a>
            </li>
          ))}
          <li>
            <a href="./attention" aria-current="page">
              Attention
            </a>
          </li>
        </ul>
      </nav>
    </header>
  );
}
