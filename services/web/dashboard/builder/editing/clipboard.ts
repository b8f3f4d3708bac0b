import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/exchange.ts";
import { copyNodes } from "../model/clipboard.ts";
import { fragmentText, readFragment, roomFault } from "./clipboardText.ts";
import type { Editor } from "./editor.ts";

/** A text for the clipboard, and the announcement that it was copied. */
export interface Copied {
  text: string;
  said: string;
}

export function copied(editor: Editor, ids: readonly string[]): Copied {
  const fragment = copyNodes(editor.state().history.graph, ids);
  return { text: fragmentText(fragment), said: words.copied(fragment.nodes.length) };
}

/** Copies nodes and deletes them in one step. */
export function cutOut(editor: Editor, ids: readonly string[]): Copied {
  const { text } = copied(editor, ids);
  editor.perform("removeNodes", { ids: [...ids], reconnect: true }, { label: steps.cut(words.questions(ids.length)) });
  return { text, said: words.cut(ids.length) };
}

/** Pastes after a node, or at the end. Changes nothing if the text can't be pasted. */
export function pasted(editor: Editor, text: string, after: string | null): { isDone: boolean; said: string } {
  const read = readFragment(text);
  if (!read.ok) return { isDone: false, said: words.notPasted(read.why) };
  const { history } = editor.state();
  const { fragment } = read;
  const fault = roomFault(history.graph, fragment);
  if (fault !== null) return { isDone: false, said: words.notPasted(fault) };
  const label = steps.paste(words.questions(fragment.nodes.length));
  editor.settle();
  editor.perform("paste", { fragment, after }, { label });
  return { isDone: true, said: words.pasted(fragment.nodes.length) };
}
