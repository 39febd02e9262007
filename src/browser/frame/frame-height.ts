/**
 * Keeps the host told how high the form is. Where the host follows, the frame never scrolls; where it does not (a
 * `max-height` of its own, no room), the frame scrolls in itself, so that every question can be reached.
 */

export interface FollowedPage {
  readonly innerHeight: number;
  addEventListener(type: 'resize', listener: () => void): void;
}

interface FrameHeight {
  readonly page: FollowedPage;
  /** Its `data-state` changes when it draws another screen. */
  readonly element: HTMLElement;
  /** What has the height of the whole form. */
  readonly measured: HTMLElement;
  readonly tell: (height: number) => void;
}

/** Milliseconds in which a host follows, its longest tasks included; until then there is no scroll bar. */
const PATIENCE = 300;

/** In CSS pixels: borders and padding of the iframe, where the host counts them into its height. */
const WIDEST_EDGES = 64;

/** The returned function tells the height even if it is still the same: to somebody who has just begun to listen. */
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
   * The host has had its time. Edges grow by any pixel and shrink by two: at odd zooms, heights are rounded by one.
   * If asking for more has changed nothing, it was no edge: the host will have the frame no higher.
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
  // Out of sight, browsers draw nothing in a frame of another origin, and no size is observed.
  const watcher = new MutationObserver(() => setTimeout(measure));
  watcher.observe(element, { attributeFilter: ['data-state'] });
  page.addEventListener('resize', measure);
  return () => {
    asked = 0;
    setFitted(true);
    measure();
  };
}
