import { privateKeys } from "../../../../shared/domain/graph/calculations/outline.ts";
import { recallsOf } from "../../../../shared/domain/graph/recallKinds.ts";
import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import type { Scope } from "../expressions/scope.ts";
import { type Item, ownerKey } from "../importedForm.ts";
import { fixedValue, hideValue, shownValue } from "../shownValue.ts";
import { type Raw, text } from "../values.ts";
import { unitOf } from "./questions.ts";

/** A value in a screen, and the item that shows it. */
interface Inserted {
  item: Item;
  /** inserted value with its unit */
  text: string;
}

/** Scores and characters of an end screen. */
const listLimit = 20;
const textLimit = 5_000;

/** Screens that show the values of calculated items. */
export class ShownValues {
  private readonly scope: Scope;
  private readonly inserted = new Map<GraphNode, Inserted>();

  constructor(scope: Scope) {
    this.scope = scope;
  }

  /** Inserts the value in the screen's description. Leaves out the screen and returns false if nothing can insert it. */
  insert(node: GraphNode, item: Item, raw: Raw): boolean {
    const value = shownValue(text(raw.linkId), node, item, this.scope);
    if (value === null) return false;
    const shown = [value, unitOf(item, text(raw.type), raw)].filter(Boolean).join(" ");
    node.data.description = [node.data.description, shown].filter(Boolean).join("\n\n");
    this.inserted.set(node, { item, text: shown });
    if (raw.readOnly !== true) item.changed("calculated_question", fixedValue);
    return true;
  }

  /** Moves scores to the end screen, because texts before the end can't insert them (features §12). */
  moveScores(): void {
    const { form } = this.scope;
    const scores = privateKeys(form.calculations);
    const listed: string[] = [];
    let description = "";
    for (const [node, { item, text }] of this.inserted) {
      const keys = Array.from(text.matchAll(recalled), ([, , key = ""]) => key);
      if (!form.nodes.includes(node) || !keys.some((key) => scores.has(key))) continue;
      const own = listed.length < listLimit ? this.ownScore(item, text, keys) : undefined;
      const longer = [description, `${node.data.title}: ${text}`].filter(Boolean).join("\n\n");
      // the end screen has no conditions
      if ((node.data.show_if ?? null) !== null || (own === undefined && longer.length > textLimit)) {
        hideValue(node, item, this.scope);
        continue;
      }
      if (own === undefined) description = longer;
      else listed.push(own);
      form.remove(node);
    }
    const config = listed.length > 0 ? { show_calculations: listed } : {};
    const data = description === "" ? { config } : { description, config };
    if (listed.length > 0 || description !== "")
      form.nodes.push({ id: form.freeId("end"), question_type: "end_screen", data });
  }

  /** Returns the calculation of the item if the text is nothing else, so that the end screen can list it by its title. */
  private ownScore(item: Item, text: string, [key = ""]: string[]): string | undefined {
    const isOwn = this.scope.form.owners.get(ownerKey(key)) === item;
    return isOwn && text === `{{calculation:${key}}}` ? key : undefined;
  }
}

const recalled = recallsOf(["calculation", "band"]);
