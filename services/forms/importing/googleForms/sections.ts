import type { Condition, GraphNode } from "../../../../shared/domain/graph/types.ts";
import type { ImportedForm, Item } from "../importedForm.ts";
import type { Options } from "../options.ts";
import { type Raw, text } from "../values.ts";

interface Section {
  id: string;
  /** index of its first node */
  from: number;
}

interface Jump {
  item: Item;
  /** index of the section that it leaves */
  section: number;
  condition: Condition;
  /** section, or null for the end */
  to: string | null;
}

/** Sections of a form and the jumps between them. Answers decide after a section, so its last question has the edges. */
export class Sections {
  private readonly form: ImportedForm;
  private readonly sections: Section[] = [];
  private readonly jumps: Jump[] = [];

  constructor(form: ImportedForm) {
    this.form = form;
  }

  start(id: string): void {
    this.sections.push({ id, from: this.form.nodes.length });
  }

  /** Reads the jumps of a question's options. */
  readJumps(item: Item, node: GraphNode, { values, list }: Options, given: readonly Raw[]): void {
    const section = this.sections.length - 1;
    const left = { type: "answer" as const, node_id: node.id };
    for (const option of given) {
      const { goToAction: action } = option;
      const to = text(option.goToSectionId);
      const hasJump = to !== "" || action === "RESTART_FORM" || action === "SUBMIT_FORM";
      if (!hasJump) continue;
      const value = values.get(text(option.value));
      const condition: Condition =
        option.isOther === true || value === undefined
          ? { left, op: "not_in", right: list.map((it) => it.value) }
          : node.question_type === "picture_choice"
            ? { left, op: "includes_any", right: [value] }
            : { left, op: "eq", right: value };
      if (action === "RESTART_FORM")
        item.lostPart("backward_jump", "A jump to the start isn't supported. Respondents get the next section.");
      else this.jumps.push({ item, section, condition, to: to === "" ? null : to });
    }
  }

  /** Adds the edges. The last question of a section that jumps decides first, as in Google Forms. */
  addJumps(addEnd: () => GraphNode): void {
    for (const { item, section, condition, to } of this.jumps.toReversed()) {
      const last = this.nodesOf(section).at(-1);
      if (!last) continue;
      const target = to === null ? addEnd() : this.target(item, section, to, addEnd);
      if (target) this.form.jumps.push({ from: last.id, to: target.id, condition });
    }
  }

  private target(item: Item, from: number, id: string, addEnd: () => GraphNode): GraphNode | null {
    const to = this.sections.findIndex((section) => section.id === id);
    if (to < 0) {
      item.lostPart("jump", `A jump names the section \`${id.slice(0, 60)}\`, which doesn't exist.`);
      return null;
    }
    if (to <= from) {
      item.lostPart("backward_jump", "A jump back isn't supported. Respondents get the next section.");
      return null;
    }
    const first = this.sections.slice(to).findIndex((_, index) => this.nodesOf(to + index).length > 0);
    return first < 0 ? addEnd() : (this.nodesOf(to + first)[0] ?? null);
  }

  private nodesOf(section: number): GraphNode[] {
    const [from, to] = [this.sections[section]?.from, this.sections[section + 1]?.from];
    return this.form.nodes.slice(from, to).filter(({ question_type }) => question_type !== "end_screen");
  }
}
