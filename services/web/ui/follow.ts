import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";

/** Handles clicks on an `<a>` with a ready-made URL: links within the dashboard don't reload the page. */
export function useFollow(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const router = useRouter();
  return (event) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    void router.navigate({ href: currentTarget.getAttribute("href") ?? "/" });
  };
}
