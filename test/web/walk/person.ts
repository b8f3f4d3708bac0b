import type { Json } from "../../../shared/domain/graph/types.ts";
import { isEmpty } from "../../../shared/domain/questions/reply.ts";
import type { FakeDevice, Tab } from "./devices.ts";

/** Fills in a form, and remembers the answers. */
export class Person {
  /** latest answers as the page accepted them */
  readonly said = new Map<string, Json>();
  answers = 0;
  readonly #device: FakeDevice;

  constructor(device: FakeDevice) {
    this.#device = device;
  }

  /** Does what the page asks for: a question gets that answer. */
  async resume(tab: Tab, answers: ReadonlyMap<string, Json>): Promise<void> {
    const { screen, node, page, isWaiting } = tab.state;
    if (screen === "elsewhere") tab.respondent.continueHere();
    else if (screen === "resume") tab.respondent.resume();
    else if (screen !== "node" || !node || isWaiting) return;
    else if (page) await this.#answerPage(tab, answers);
    else await this.answer(tab, node.id, answers.get(node.id) ?? null);
  }

  async answer(tab: Tab, nodeId: string, value: Json): Promise<void> {
    if (!(await this.#upload(tab, nodeId, value))) return;
    tab.respondent.enter(nodeId, value);
    const before = tab.state;
    tab.respondent.answer(nodeId);
    if (tab.state.error) throw new Error(`${nodeId}: ${tab.state.error.message}`);
    if (tab.state === before) return;
    // without the engine, a step takes a moment without other events
    if (this.#device.engine !== "ready") await this.#device.pass(300);
    this.said.set(nodeId, isEmpty(value) ? null : value);
    this.answers += 1;
  }

  /** Answers all questions of a page, and its follow-ups. */
  async #answerPage(tab: Tab, answers: ReadonlyMap<string, Json>): Promise<void> {
    const done = new Set<string>();
    for (;;) {
      const question = tab.state.page?.questions.find(({ node }) => !done.has(node.id));
      if (!question) break;
      const { id } = question.node;
      const value = answers.get(id) ?? null;
      if (!(await this.#upload(tab, id, value))) return;
      tab.respondent.enter(id, value);
      done.add(id);
    }
    if (!tab.state.page) return;
    const shown = tab.state.page.questions.map(({ node }) => node);
    const refused = () => tab.state.page?.questions.filter(({ error }) => error !== null) ?? [];
    const before = tab.state;
    tab.respondent.answer(tab.state.path[tab.state.position] ?? "");
    const [first] = refused();
    if (first) throw new Error(`${first.node.id}: ${first.error?.message}`);
    if (tab.state === before) return;
    for (const { id } of shown) {
      const value = answers.get(id) ?? null;
      this.said.set(id, isEmpty(value) ? null : value);
      this.answers += 1;
    }
  }

  /** Uploads files first. Returns false if the page doesn't accept them now. */
  async #upload(tab: Tab, nodeId: string, value: Json): Promise<boolean> {
    const { node, page } = tab.state;
    const asked = page?.questions.map((question) => question.node) ?? [node];
    if (asked.find((one) => one?.id === nodeId)?.question_type !== "file_upload" || !Array.isArray(value)) return true;
    for (const url of value) {
      const uploading = tab.respondent.upload(
        nodeId,
        { name: String(url) } as File,
        () => {},
        new AbortController().signal,
      );
      await this.#device.pass(30_000);
      if (!tab.isAlive || !(await uploading).ok) return false;
    }
    return tab.state.screen === "node" && (page ? tab.state.page !== null : tab.state.node?.id === nodeId);
  }
}
