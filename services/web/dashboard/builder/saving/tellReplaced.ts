import { undo } from "../../../strings/en/dashboard/app.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/conflicts.ts";
import { tell } from "../../../ui/toasts.tsx";
import { shortText } from "../changes/configText.ts";
import type { Editor } from "../editing/editor.ts";
import type { Foreign } from "../model/history.ts";
import type { MemberChange } from "../model/merging/changes.ts";
import { takeSide } from "../model/merging/conflict.ts";
import { partsWith } from "../model/merging/deletions.ts";
import { equal, keysAt, memberAt } from "../model/merging/members.ts";
import { builtInTypes } from "../types/questionTable.ts";
import { differencesOf } from "./differences.ts";

/** Names what someone else replaced of what was written here. Undo restores it, unless it has changed since. */
export function tellReplaced(
  editor: Editor,
  changes: readonly MemberChange[],
  { base, theirs }: Foreign,
  by: string | null,
): void {
  const parts = changes.map(({ path, was, now, isOrder }) => ({
    ...{ path, mine: was, theirs: now },
    ...(isOrder ? { isOrder } : { order: keysAt(base, path.slice(0, -1)) }),
  }));
  // a question comes back with its edges and its place, an option with its points
  const around = parts.flatMap((part) =>
    part.theirs === undefined ? partsWith(part, { base, mine: base, theirs }) : [],
  );
  const [first] = differencesOf({ parts }, editor.state().history.graph, builtInTypes);
  if (!first) return;
  const restore = () => {
    const { graph } = editor.state().history;
    const same = [...parts, ...around].filter(
      (part) => ("isOrder" in part && part.isOrder) || equal(memberAt(graph, part.path), part.theirs),
    );
    editor.adopt(takeSide(graph, { parts: same }, "mine"), steps.restoreReplaced);
  };
  const isRemoved = parts.length === 1 && first.name === null && parts[0]?.theirs === undefined;
  const text = isRemoved
    ? words.removedBy(by, first.subject)
    : words.replaced(by, words.nameOf(first), shortText(first.mine), parts.length - 1);
  tell(text, { label: undo, onPress: restore });
}
