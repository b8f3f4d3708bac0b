import { randomUUID } from "node:crypto";
import { client, expecting, publishForm, type Reply } from "../api.ts";
import { chain, node } from "../sampleGraphs.ts";
import { inWorkspace, password } from "../team.ts";
import { change, type Recording, type Round, through, watch } from "./clients.ts";
import { openHistory } from "./history.ts";

export const questions = chain(node("name", "short_text"));

interface FormState {
  version: number;
  isOpen: boolean;
  isActive: boolean;
  isSuspended: boolean;
}

/** A form in its own workspace. A round takes it through all its states. */
export async function formRounds(recording: Recording): Promise<Round> {
  const { owner } = recording;
  const name = "Histories";
  const signedIn = client({ cookie: owner.cookie }, recording.urls[0]);
  const { body: workspace } = await expecting(201, signedIn.post("/api/workspaces/", { name }));
  const by = inWorkspace(owner.cookie, workspace.id, recording.urls[0]);
  const slug = await publishForm(by, questions);
  const form = `/api/v2/form/${slug}/`;
  let state: FormState = { version: 1, isOpen: true, isActive: true, isSuspended: false };
  return async () => {
    const history = openHistory("form", state);
    const step = (name: string, send: () => Promise<Reply>, fields: Partial<FormState>, done = 200) =>
      change(history, { name, send, done: [done], after: (at) => ({ ...at, ...fields }) });
    // after a 503, a repeat knows only that it is saved
    const suspend = (verb: string, body: object | undefined, isSuspended: boolean) => {
      const send = () => by.post(`/api/workspaces/${workspace.id}/${verb}/`, body);
      const after = (at: FormState) => ({ ...at, isSuspended });
      return change(history, { name: verb, send, done: [200], unsure: 409, after }, { writer: "workspace" });
    };
    let isEnding = false;
    const watching = through(recording).map(async (one) => {
      await watch(history, () => one.get(`/api/v2/r/${slug}/`), {
        seen: ({ status, body }) => (status === 404 ? "none" : `${body.version_number} ${body.is_open}`),
        fits: (at, seen) => seen === (at.isActive && !at.isSuspended ? `${at.version} ${at.isOpen}` : "none"),
        isLast: () => isEnding,
      });
    });
    const key = randomUUID();
    const publish = () => by.post(`${form}publish/`, undefined, { headers: { "idempotency-key": key } });
    const version = state.version + 1;
    await step("publish", publish, { version }, 201);
    await step("close", () => by.patch(form, { is_accepting_responses: false }), { isOpen: false });
    await step("archive", () => by.delete(form), { isActive: false }, 204);
    await step("open", () => by.patch(form, { is_accepting_responses: true }), { isOpen: true });
    await step("restore", () => by.patch(form, { is_active: true }), { isActive: true });
    await suspend("delete", { name, password }, true);
    await suspend("restore", undefined, false);
    isEnding = true;
    await Promise.all(watching);
    state = { ...state, version };
    return history.problem();
  };
}
