import { setUpCode, toolsOf } from "../../../services/web/dashboard/developers/assistant.ts";

const form = "8f14e45f-ceea-467f-9c1d-0d1e2f3a4b5c";

test("a key of single forms creates no form", () => {
  expect(toolsOf({ scopes: ["forms:write"], form_ids: [form] }).lacking).toEqual([
    "create_form",
    "list_responses",
    "get_insights",
  ]);
  expect(toolsOf({ scopes: ["*"], form_ids: null }).lacking).toEqual([]);
});

test("a scope gives the tools that the server lists", () => {
  expect(toolsOf({ scopes: ["insights:read"], form_ids: null }).held).toEqual([
    "list_templates",
    "import_document",
    "get_insights",
  ]);
});

test("code editors name the protocol", () => {
  expect(JSON.parse(setUpCode("code", "https://forms.test", "pf_1"))).toEqual({
    servers: {
      pathform: { type: "http", url: "https://forms.test/api/mcp/", headers: { Authorization: "Bearer pf_1" } },
    },
  });
});
