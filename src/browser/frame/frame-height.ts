/**
 * Reports the form's height to the host. Where the host follows, the frame never scrolls; where it does not (its own
 * `max-height`, no space), the frame scrolls, so that every question can be reached.
 */

export interface FollowedPage {
  readonly innerHeight: number;
  addEventListener(type: 'resize', listener: () => void): void;
}

interface FrameHeight {
  readonly page: FollowedPage;
  /** Its `data-state` changes when it draws another screen. */
  readonly element: HTMLElement;
  /** The element whose height is that of the whole form. */
  readonly measured: HTMLElement;
  readonly tell: (height: number) => void;
}

/** Milliseconds that a host has to follow, including its longest tasks; until then there is no scroll bar. */
const PATIENCE = 300;

/** In CSS pixels: borders and padding of the iframe, where the host counts them into its height. */
const WIDEST_EDGES = 64;

/** The returned function reports the height even if it is unchanged, for a host that has just begun to listen. */
export function followHeight({ page, element, measured, tell }: FrameHeight): () => void {
  let asked = 0;
  let edges = 0;
  let askedMoreAt = 0;
  let patience: ReturnType<typeof setTimeout>;

  const contentHeight = () => Math.ceil(measured.getBoundingClientRect().height);

  function measure(): void {
    clearTimeout(patience);
    const content = contentHeight();
    // In an iframe that is not shown nothing has a height.
    if (content === 0) return;
    if (asked !== content + edges) {
      asked = content + edges;
      tell(asked);
    }
    if (page.innerHeight === content) setFitted(true);
    else patience = setTimeout(judge, PATIENCE);
  }

  /**
   * The host's time is up. Edges grow by any pixel and shrink by two, because heights are rounded by one at odd zoom
   * levels. If asking for more changed nothing, the difference was no edge: the host will not make the frame higher.
   */
  function judge(): void {
    const lacking = asked - page.innerHeight;
    const isEdge = lacking >= 0 && lacking <= WIDEST_EDGES && (lacking > edges || lacking < edges - 1);
    setFitted(page.innerHeight + 1 >= contentHeight());
    if (!isEdge || page.innerHeight === askedMoreAt) return;
    askedMoreAt = page.innerHeight;
    edges = lacking;
    measure();
  }

  const setFitted = (isFitted: boolean) =>
    measured.ownerDocument.documentElement.classList.toggle('fitted', isFitted);

  new ResizeObserver(measure).observe(measured);
  // Browsers render nothing in an off-screen cross-origin frame, so no resize is observed there.
  const watcher = new MutationObserver(() => setTimeout(measure));
  watcher.observe(element, { attributeFilter: ['data-state'] });
  page.addEventListener('resize', measure);
  return () => {
    asked = 0;
    setFitted(true);
    measure();
  };
}
