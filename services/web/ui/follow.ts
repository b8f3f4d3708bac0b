import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";

/** For an `<a>` whose address is made elsewhere: the click of a link within the dashboard loads no page anew. */
export function useFollow(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const router = useRouter();
  return (event) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    void router.navigate({ href: currentTarget.getAttribute("href") ?? "/" });
  };
}
