import { savedViewLimit } from "../../shared/api/shapes/savedViews.ts";
import { createForm, expecting, type Owner, owner } from "../support/api.ts";

/** Saved views of a form's responses. */
let ada: Owner;
let path: string;
beforeAll(async () => {
  ada = await owner();
  path = `/api/v2/form/${await createForm(ada)}/view/`;
});

const filters = { status: "completed", tag: ["late"], is_flagged: true, answer: { name: "Ada" }, search: "tea" };
const columns = { order: ["answer.name", "total_score"], shown: { "answer.name": false } };

test("are listed in the order in which they were made, and changed and deleted by their ID", async () => {
  const { body: first } = await expecting(
    201,
    ada.post(path, { name: " Late ", filters, ordering: "total_score", columns }),
  );
  expect(first).toMatchObject({ name: "Late", filters, ordering: "total_score", columns });
  const { body: second } = await expecting(201, ada.post(path, { name: "All" }));
  expect(second).toMatchObject({ filters: {}, ordering: "-started_at", columns: null });
  const list = async () => (await expecting(200, ada.get(path))).body;
  expect(await list()).toEqual([first, second]);

  const changed = { name: "Early", filters: { status: "abandoned" }, columns: null };
  const { body: patched } = await expecting(200, ada.patch(`${path}${first.id}/`, changed));
  expect(patched).toEqual({ ...first, ...changed, modified: expect.any(String) });
  expect(await list()).toEqual([patched, second]);
  await expecting(204, ada.delete(`${path}${first.id}/`));
  expect(await list()).toEqual([second]);
  await expecting(404, ada.patch(`${path}${first.id}/`, { name: "Gone" }));
});

test("belong to their form", async () => {
  const { body: view } = await expecting(201, ada.post(path, { name: "Here" }));
  const other = `/api/v2/form/${await createForm(ada)}/view/`;
  await expecting(404, ada.delete(`${other}${view.id}/`));
  expect((await expecting(200, ada.get(other))).body).toEqual([]);
});

test.each([
  [{}, "name: is required"],
  [{ name: " " }, "name: must not be blank"],
  [{ name: "x", filters: { status: "open" } }, "filters.status: must be one of"],
  [{ name: "x", filters: { color: "red" } }, "filters.color: unknown field"],
  [{ name: "x", ordering: "name" }, "ordering: must be one of"],
])("refuses %j", async (body, error) => {
  const { body: refused } = await expecting(400, ada.post(path, body));
  expect(refused.errors[0]).toContain(error);
});

test(`are at most ${savedViewLimit}, also of concurrent requests`, async () => {
  const full = `/api/v2/form/${await createForm(ada)}/view/`;
  const made = await Promise.all(
    Array.from({ length: savedViewLimit + 5 }, (_, at) => ada.post(full, { name: `${at}` })),
  );
  const created = made.filter(({ status }) => status === 201);
  expect(created.length).toBe(savedViewLimit);
  expect(made.filter(({ status }) => status === 409)).toHaveLength(5);
});
