import { createContext, type ReactNode, type RefObject, useContext, useEffect, useMemo, useRef, useState } from "react";

type Tell = (isNear: boolean) => void;
type Watch = (element: Element, tell: Tell) => () => void;

const WatchContext = createContext<Watch | null>(null);

/** Pixels above and below the window. Tab finds the next field there. */
const margin = 1_200;

interface Props {
  /** Null if the page scrolls. */
  scroller: RefObject<Element | null> | null;
  children: ReactNode;
}

/** Tells the parts of a long list when they are near the window, so that the others stay empty. */
export function Nearby({ scroller, children }: Props) {
  const observed = useRef(new Map<Element, Tell>());
  const observer = useRef<IntersectionObserver | null>(null);
  const watch = useMemo<Watch>(
    () => (element, tell) => {
      observed.current.set(element, tell);
      observer.current ??= new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) observed.current.get(target)?.(isIntersecting);
        },
        { root: scroller?.current ?? null, rootMargin: `${margin}px 0px` },
      );
      observer.current.observe(element);
      return () => {
        observed.current.delete(element);
        observer.current?.unobserve(element);
      };
    },
    [scroller],
  );
  return <WatchContext value={watch}>{children}</WatchContext>;
}

/** Returns whether the element is near the window. True where browsers can't tell. */
export function useIsNear(element: RefObject<Element | null>, isNearAtFirst: boolean): boolean {
  const watch = useContext(WatchContext);
  const canTell = typeof IntersectionObserver !== "undefined";
  const [isNear, setNear] = useState(isNearAtFirst || !canTell);
  useEffect(
    () => (watch && canTell && element.current ? watch(element.current, setNear) : undefined),
    [watch, canTell, element],
  );
  return isNear;
}
