import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

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

interface Props {
  /** undefined where the user may not go: the content stands alone */
  href: string | undefined;
  className?: string | undefined;
  dir?: "auto";
  label?: string;
  children: ReactNode;
}

/** A link with a ready-made URL. */
export function FollowedLink({ href, label, children, ...props }: Props) {
  const follow = useFollow();
  if (href === undefined) return <span {...props}>{children}</span>;
  return (
    <a {...props} href={href} aria-label={label} onClick={follow}>
      {children}
    </a>
  );
}
