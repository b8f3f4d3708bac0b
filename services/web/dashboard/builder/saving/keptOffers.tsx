import { useEffect, useState } from "react";
import { sameValue } from "../../../../../shared/domain/graph/diff/values.ts";
import { useGraph } from "../editing/useEditor.ts";
import { KeptOffer } from "../lazyPanels.ts";
import { forget, type Kept, watchKept } from "./kept.ts";
import { keptMerge } from "./knownBase.ts";

/** Offers changes that an earlier page never saved, the newest first. */
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
  return <UsefulOffer key={first.id} kept={first} onLeave={leave} />;
}

/** Drops the offer if its changes were saved after all. */
function UsefulOffer({ kept, onLeave }: { kept: Kept; onLeave(): void }) {
  const graph = useGraph();
  const merged = keptMerge(kept, graph);
  const isNothing = merged.conflicts.length === 0 && sameValue(merged.graph, graph);
  useEffect(() => {
    if (isNothing) onLeave();
  });
  return isNothing ? null : <KeptOffer kept={kept} merged={merged} graph={graph} onLeave={onLeave} />;
}
