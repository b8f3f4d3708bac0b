import { useEffect, useState } from "react";
import { sameValue } from "../../../../../shared/domain/graph/diff/values.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { undo } from "../../../strings/en/dashboard/app.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/saving.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { Changes } from "../changes/changes.tsx";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { type Conflict, type Merge, merge, takeTheirs } from "../model/merge.ts";
import { Sides, titleOf } from "./conflicts.tsx";
import { forget, type Kept, watchKept } from "./kept.ts";
import { arrived, knownBase } from "./knownBase.ts";
import styles from "./saving.module.css";

/** After a crash: what was never saved, page by page, the newest first. */
export function KeptOffers({ formId }: { formId: string }) {
  const [offers, setOffers] = useState<readonly Kept[]>([]);
  useEffect(() => {
    const left = new AbortController();
    void watchKept(formId, (kept) => setOffers((all) => [...all, kept]), left.signal);
    return () => left.abort();
  }, [formId]);
  const [first] = offers.toSorted((a, b) => b.at - a.at);
  if (!first) return null;
  const leave = () => {
    setOffers((all) => all.filter(({ id }) => id !== first.id));
    void forget(first.id);
  };
  return <KeptOffer key={first.id} kept={first} onLeave={leave} />;
}

/** What it would change now, with a choice where both sides changed the same. */
function KeptOffer({ kept, onLeave }: { kept: Kept; onLeave(): void }) {
  const graph = useGraph();
  const merged = keptMerge(kept, graph);
  // it had arrived after all
  const isNothing = merged.conflicts.length === 0 && sameValue(merged.graph, graph);
  useEffect(() => {
    if (isNothing) onLeave();
  });
  return isNothing ? null : <Offer kept={kept} merged={merged} graph={graph} onLeave={onLeave} />;
}

const keptMerge = ({ base, graph, sent }: Kept, theirs: Graph): Merge =>
  merge(knownBase(base, sent, theirs), graph, theirs, arrived(base, sent, theirs));

interface Props {
  kept: Kept;
  merged: Merge;
  graph: Graph;
  onLeave(): void;
}

function Offer({ kept, merged, graph, onLeave }: Props) {
  const editor = useEditor();
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const chosen = merged.conflicts.filter((conflict) => theirs.has(keyOf(conflict))).reduce(takeTheirs, merged.graph);
  const restore = () => {
    editor.adopt(chosen, steps.restoreKept);
    onLeave();
  };
  const bringBack = () => editor.adopt(keptMerge(kept, editor.state().history.graph).graph, steps.restoreKept);
  const discard = () => {
    // what is discarded by mistake comes back by the same way as what is restored by mistake goes
    tell(words.discarded, { label: undo, onPress: bringBack });
    onLeave();
  };
  const choose = (conflict: Conflict, isTheirs: boolean) => {
    const next = new Set(theirs);
    isTheirs ? next.add(keyOf(conflict)) : next.delete(keyOf(conflict));
    setTheirs(next);
  };
  return (
    <section className={styles.conflicts} aria-label={words.keptTitle}>
      <h2>{words.keptTitle}</h2>
      <p>{words.keptText(new Date(kept.at).toLocaleString())}</p>
      {merged.conflicts.length > 0 && (
        <>
          <p>{words.keptConflicts}</p>
          <ul>
            {merged.conflicts.map((conflict) => (
              <li key={keyOf(conflict)}>
                <Sides conflict={conflict} graph={merged.graph} />
                <Choice
                  label={words.choose(titleOf(conflict, merged.graph))}
                  isTheirs={theirs.has(keyOf(conflict))}
                  onChange={(isTheirs) => choose(conflict, isTheirs)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <Changes from={graph} to={chosen} title={words.keptChanges} none="" />
      <ButtonRow>
        <Button look="primary" onPress={restore}>
          {words.restore}
        </Button>
        <Button onPress={discard}>{words.discard}</Button>
      </ButtonRow>
    </section>
  );
}

const keyOf = ({ subject, id }: Conflict): string => `${subject} ${id}`;

function Choice({
  label,
  isTheirs,
  onChange,
}: {
  label: string;
  isTheirs: boolean;
  onChange(isTheirs: boolean): void;
}) {
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{label}</legend>
      {([false, true] as const).map((side) => (
        <label key={String(side)}>
          <input type="radio" name={label} checked={isTheirs === side} onChange={() => onChange(side)} />
          {side ? words.theirs : words.yours}
        </label>
      ))}
    </fieldset>
  );
}
