import { diff } from "../../../../../shared/domain/graph/diff/diff.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { ChangeList } from "./changeList.tsx";

/** a dialog has room for no more */
const changesShown = 50;

interface Props {
  from: Graph;
  to: Graph;
  title: string;
  /** where nothing differs */
  none: string;
  /** of a version that is to be published: which changes break comparing its answers with the ones before */
  tellsImpact?: boolean;
}

/** What differs between two states of a form, one change a line. */
export function Changes({ from, to, title, none, tellsImpact = false }: Props) {
  const changes = diff({ graph: from }, { graph: to });
  if (changes.length === 0) return <p>{none}</p>;
  return (
    <section>
      <h3>{title}</h3>
      <ChangeList changes={changes} older={from} newer={to} limit={changesShown} tellsImpact={tellsImpact} />
    </section>
  );
}
