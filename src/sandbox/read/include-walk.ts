/**
 * Resolves `include` for all reads: from the resources in `data`, along the paths of `include`, to those in `included`.
 */
import type { Resource } from '../json-api.ts';
import { type FieldChoice, renderResource, type StoredResource } from '../resources/stored-resource.ts';

/** A tree of relationship names. */
export type IncludeTree = ReadonlyMap<string, IncludeTree>;

interface GrowingTree extends Map<string, GrowingTree> {}

/** Makes a tree of paths such as `answers.question`. */
export function includeTree(paths: readonly string[]): IncludeTree {
  const root: GrowingTree = new Map();
  for (const path of paths) {
    let node = root;
    for (const name of path.split('.')) {
      const child: GrowingTree = node.get(name) ?? new Map();
      node.set(name, child);
      node = child;
    }
  }
  return root;
}

/** Finds the resources of a relationship. It must return the same object for the same resource during one walk. */
export type Follow = (resource: StoredResource, relationship: string) => readonly StoredResource[];

interface Step {
  readonly resource: StoredResource;
  readonly tree: IncludeTree;
}

export interface Walk {
  /** Each resource once, the nearest first, without those of `data`. */
  readonly included: readonly StoredResource[];
  /** Returns the relationships of a resource that were followed, which therefore have `data`. */
  loadedOf(resource: StoredResource): ReadonlySet<string>;
}

/** Walks level by level. A resource that is reached by two paths appears once, with the relationships of both. */
export function walkIncludes(data: readonly StoredResource[], tree: IncludeTree, follow: Follow): Walk {
  const loaded = new Map<StoredResource, Set<string>>();
  const visited = new Map<StoredResource, Set<IncludeTree>>();
  let steps: readonly Step[] = data.map((resource) => ({ resource, tree }));
  while (steps.length > 0) {
    const newSteps = steps.filter((step) => visitOnce(visited, step));
    for (const step of newSteps)
      loaded.set(step.resource, new Set([...(loaded.get(step.resource) ?? []), ...step.tree.keys()]));
    steps = newSteps.flatMap((step) => stepsBelow(step, follow));
  }
  const roots = new Set(data);
  return {
    included: [...loaded.keys()].filter((resource) => !roots.has(resource)),
    loadedOf: (resource) => loaded.get(resource) ?? new Set(),
  };
}

/** Returns false for a step that was made before. This ends cycles, and saves time if many resources name the same one. */
function visitOnce(visited: Map<StoredResource, Set<IncludeTree>>, { resource, tree }: Step): boolean {
  const trees = visited.get(resource);
  if (trees?.has(tree)) return false;
  if (trees === undefined) visited.set(resource, new Set([tree]));
  else trees.add(tree);
  return true;
}

function stepsBelow({ resource, tree }: Step, follow: Follow): readonly Step[] {
  return [...tree].flatMap(([name, below]) =>
    follow(resource, name).map((target) => ({ resource: target, tree: below })),
  );
}

export interface Compound {
  readonly data: readonly Resource[];
  readonly included: readonly Resource[];
}

/** Returns the two lists of a compound document, each resource with the requested fields. */
export function renderWalk(data: readonly StoredResource[], walk: Walk, choice: FieldChoice): Compound {
  const render = (resource: StoredResource) => renderResource(resource, walk.loadedOf(resource), choice);
  return { data: data.map(render), included: walk.included.map(render) };
}
