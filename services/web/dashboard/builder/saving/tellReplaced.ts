import { undo } from "../../../strings/en/dashboard/app.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/conflicts.ts";
import { tell } from "../../../ui/toasts.tsx";
import { shortText } from "../changes/configText.ts";
import type { Editor } from "../editing/editor.ts";
import type { MemberChange } from "../model/merging/changes.ts";
import { takeSide } from "../model/merging/conflict.ts";
import { equal, memberAt } from "../model/merging/members.ts";
import { builtInTypes } from "../types/questionTable.ts";
import { differencesOf } from "./differences.ts";

/** Names what someone else replaced of what was written here. Undo restores it, unless it has changed since. */
export function tellReplaced(editor: Editor, changes: readonly MemberChange[], by: string | null): void {
  const parts = changes.map(({ path, was, now }) => ({ path, mine: was, theirs: now }));
  const [first] = differencesOf({ parts }, editor.state().history.graph, builtInTypes);
  if (!first) return;
  const restore = () => {
    const { graph } = editor.state().history;
    const same = parts.filter(({ path, theirs }) => equal(memberAt(graph, path), theirs));
    editor.adopt(takeSide(graph, { parts: same }, "mine"), steps.restoreReplaced);
  };
  const isRemoved = parts.length === 1 && first.name === null && parts[0]?.theirs === undefined;
  const text = isRemoved
    ? words.removedBy(by, first.subject)
    : words.replaced(by, words.nameOf(first), shortText(first.mine), parts.length - 1);
  tell(text, { label: undo, onPress: restore });
}
