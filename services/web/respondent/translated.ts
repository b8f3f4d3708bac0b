import { options, type VNode } from "preact";
import { followTranslator, note, putBack } from "../translator/translator.ts";

let isFollowing = false;

/** Keeps Preact working on a translated page. Takes all changes of the page from the translator's first on. */
export function workTranslated(page: Node, changes: readonly MutationRecord[]): void {
  note(changes);
  if (isFollowing) return;
  isFollowing = true;
  followTranslator(page);
  const { unmount } = options;
  options.unmount = (node: VNode & { __e?: Node | null }) => {
    // a text that is out of the page would leave its translation behind
    putBack(node.__e ?? null);
    unmount?.(node);
  };
}
