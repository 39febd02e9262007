/** Groups of files that reach each other by their imports (Tarjan's strongly connected components). */

export interface Importing {
  readonly path: string;
  readonly imports: readonly { readonly path: string }[];
}

interface Visit {
  readonly number: number;
  lowest: number;
  isOpen: boolean;
}

export function circles(files: readonly Importing[]): readonly (readonly string[])[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const visits = new Map<string, Visit>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (path: string): Visit => {
    const own: Visit = { number: visits.size, lowest: visits.size, isOpen: true };
    visits.set(path, own);
    open.push(path);
    for (const { path: next } of byPath.get(path)?.imports ?? []) {
      const other = visits.get(next) ?? visit(next);
      if (other.isOpen) own.lowest = Math.min(own.lowest, other.lowest);
    }
    if (own.lowest === own.number) {
      const group = open.splice(open.indexOf(path));
      for (const one of group) close(visits.get(one));
      if (group.length > 1) found.push(group);
    }
    return own;
  };
  for (const { path } of files) if (!visits.has(path)) visit(path);
  return found;
}

function close(visit: Visit | undefined): void {
  if (visit !== undefined) visit.isOpen = false;
}
