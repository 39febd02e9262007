/** The drawers below the strip: the snippet builder or a list of host pages. */
export type Drawer = 'html' | 'hosts';

export interface DrawerState {
  /** The open drawer. */
  readonly drawer: Drawer | null;
  readonly onDrawer: (drawer: Drawer | null) => void;
}

interface DrawerButtonProps extends DrawerState {
  readonly name: Drawer;
  /** Id of the drawer. */
  readonly controls: string;
  readonly children: string;
}

export function DrawerButton({ name, controls, drawer, onDrawer, children }: DrawerButtonProps) {
  const isOpen = drawer === name;
  return (
    <button
      type="button"
      class="drawer-button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={() => onDrawer(isOpen ? null : name)}
    >
      {children}
    </button>
  );
}
