import type { ApiReply } from "../../../services/web/respondent/walk/api.ts";
import type { Json } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";
import { aForm, say } from "./filling.ts";

/** Answers that another response has (wants §22). */
const options: Json[] = [
  { value: "early", label: "Early", limit: 1 },
  { value: "late", label: "Late" },
];
const graph = chain(node("name", "short_text", { unique: true }), node("shift", "multiple_choice", { options }));

const refusing = (service: ReturnType<typeof aForm>["service"], action: string, reply: ApiReply) => {
  const own = service.handle.bind(service);
  service.handle = (request, today) => (request.path.includes(action) ? reply : own(request, today));
  return () => {
    service.handle = own;
  };
};

test("leads back to the question whose option is full by now", async () => {
  const { service, device } = aForm(graph);
  const tab = device.open();
  await device.pass();
  service.older = "ignores";
  const allow = refusing(service, "complete/", {
    kind: "refused",
    status: 409,
    detail: "Full.",
    code: "option_full",
    node_id: "shift",
  });
  say(tab, "Ada");
  await device.pass();
  say(tab, "early");
  await device.pass(60_000);
  expect(tab.state.node?.id).toBe("shift");
  expect(tab.state.error?.reason).toBe("option_full");
  allow();
  say(tab, "late");
  await device.pass(60_000);
  expect(tab.state.screen).toBe("end");
  expect(service.completions).toBe(1);
});

test("says why an answer is refused at its question", async () => {
  const { service, device } = aForm(graph);
  const tab = device.open();
  await device.pass();
  refusing(service, "next/", {
    kind: "refused",
    status: 400,
    detail: "Invalid.",
    errors: ["value: has already been used."],
    code: "not_unique",
  });
  say(tab, "Ada");
  await device.pass();
  expect(tab.state.node?.id).toBe("name");
  expect(tab.state.error?.reason).toBe("not_unique");
});

test("takes out a refused option without hiding why", async () => {
  const { service, device } = aForm(graph);
  const tab = device.open();
  await device.pass();
  service.older = "ignores";
  refusing(service, "complete/", {
    kind: "refused",
    status: 409,
    detail: "Full.",
    code: "option_full",
    node_id: "shift",
  });
  say(tab, "Ada");
  await device.pass();
  say(tab, "early");
  await device.pass(60_000);
  tab.respondent.enter("shift", null, true);
  expect(tab.state).toMatchObject({ value: null, error: { reason: "option_full" } });
  tab.respondent.enter("shift", "late");
  expect(tab.state).toMatchObject({ value: "late", error: null });
});
