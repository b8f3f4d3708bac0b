import { useEffect, useState } from "react";
import { UsefulOffer } from "../lazyPanels.ts";
import { forget, type Kept, putBack, watchKept } from "./kept.ts";

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
  const bringBack = () => {
    setOffers((all) => [...all, first]);
    void putBack(first);
  };
  return <UsefulOffer key={first.id} kept={first} onLeave={leave} onBringBack={bringBack} />;
}
