import { diff } from "../../../../../shared/domain/graph/diff/diff.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { ChangeList } from "./changeList.tsx";

/** More wouldn't fit a dialog. */
const changesShown = 50;

interface Props {
  from: Graph;
  to: Graph;
  title: string;
  /** shown if nothing differs */
  none: string;
}

/** Differences between two states of a form, one per line. */
export function Changes({ from, to, title, none }: Props) {
  const changes = diff({ graph: from }, { graph: to });
  if (changes.length === 0) return <p>{none}</p>;
  return (
    <section>
      <h3>{title}</h3>
      <ChangeList changes={changes} older={from} newer={to} limit={changesShown} tellsImpact={false} />
    </section>
  );
}
