import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import type { ServiceBroker } from "moleculer";
import type { FormsService } from "../../../services/forms/service.ts";
import { callOf } from "../../../shared/bus/calls.ts";
import { type PlainCall, plainCall } from "../../support/plain.ts";
import { newCaller, questionnaire, type Stage, startForms } from "./stage.ts";

/** Publishes of one form by two copies of the service at the same time: in one copy, a workspace publishes one form at a time. */
let stage: Stage;
let copy: ServiceBroker;
let inCopy: PlainCall;
beforeAll(async () => {
  stage = await startForms();
  copy = await stage.startCopy();
  inCopy = plainCall(callOf(copy));
});
afterAll(async () => {
  jest.restoreAllMocks();
  await copy?.stop();
  await stage?.stop();
});

const caller = newCaller();

const save = (slug: string, title: string) =>
  stage.call("forms.saveDraft", { caller, slug, body: { graph: questionnaire(title) }, if_match: null });

async function savedForm(title: string): Promise<string> {
  const { slug } = await stage.call("forms.create", { caller, body: { title: "Shared" } });
  await save(slug, title);
  return slug;
}

/** Publishes in the copy. Holds it while `work` runs, after it has validated the draft. */
async function publishAround(slug: string, work: () => Promise<unknown>) {
  const { problems } = copy.getLocalService("forms") as unknown as FormsService;
  const { ofDraft } = problems;
  const [validated, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = jest.spyOn(problems, "ofDraft").mockImplementationOnce(async (...draft) => {
    const found = await ofDraft(...draft);
    validated.resolve();
    await released.promise;
    return found;
  });
  const published = inCopy("forms.publish", { caller, slug });
  await validated.promise;
  await work();
  released.resolve();
  return published.finally(() => held.mockRestore());
}

async function titles(slug: string): Promise<unknown[]> {
  const { published_version } = await stage.call("forms.get", { caller, slug });
  const numbers = Array.from({ length: published_version ?? 0 }, (_, at) => at + 1);
  const read = (number: number) => stage.call("forms.getVersion", { caller, slug, version_number: number });
  const versions = await Promise.all(numbers.map(read));
  return versions.map(({ graph }) => graph.nodes[0]?.data.title);
}

test("a publish doesn't replace a newer draft that another one published since", async () => {
  const slug = await savedForm("Old?");
  const { version_number } = await publishAround(slug, async () => {
    await save(slug, "New?");
    await stage.call("forms.publish", { caller, slug });
  });
  expect(version_number).toBe(2);
  expect(await titles(slug)).toEqual(["New?", "New?"]);
});
