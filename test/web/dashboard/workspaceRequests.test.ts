import "../../components/support/dom.ts";

const { chooseWorkspace, chosenWorkspace, inWorkspace, linkInWorkspace, onRefusal } = await import(
  "../../../services/web/dashboard/api/workspace.ts"
);

const [here, there] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];

interface Sent {
  method: string;
  workspace: string | null;
}

/** A service whose resource is in `home`, and where the user is a member of both. */
function service(home: string) {
  const sent: Sent[] = [];
  const send: typeof fetch = async (_, init = {}) => {
    const workspace = new Headers(init.headers).get("pathform-workspace");
    sent.push({ method: init.method ?? "GET", workspace });
    if (workspace === home) return Response.json({ id: "it" });
    return Response.json({ detail: "This form belongs to another workspace.", workspace_id: home }, { status: 403 });
  };
  return { sent, fetch: inWorkspace(send) };
}

beforeEach(() => sessionStorage.clear());

test("names the tab's workspace in each request, beside other headers", async () => {
  chooseWorkspace(here);
  const headers: Headers[] = [];
  const send: typeof fetch = async (_, init) => {
    headers.push(new Headers(init?.headers));
    return Response.json({});
  };
  await inWorkspace(send)("/api/v2/form/", { method: "POST", headers: { "If-Match": '"1"' } });
  expect(headers.map((one) => Object.fromEntries(one))).toEqual([{ "if-match": '"1"', "pathform-workspace": here }]);
});

test("names none without a choice", async () => {
  const { sent, fetch } = service(here);
  await fetch("/api/v2/form/");
  expect(sent[0]).toEqual({ method: "GET", workspace: null });
});

test("repeats a read in the workspace of its resource, and stays there", async () => {
  chooseWorkspace(here);
  const { sent, fetch } = service(there);
  const response = await fetch("/api/v2/form/lunch/");
  expect(response.status).toBe(200);
  expect(sent.map(({ workspace }) => workspace)).toEqual([here, there]);
  expect(chosenWorkspace()).toBe(there);
});

test("never repeats a write in another workspace", async () => {
  chooseWorkspace(here);
  const { sent, fetch } = service(there);
  const response = await fetch("/api/v2/form/lunch/", { method: "DELETE" });
  expect(response.status).toBe(403);
  expect(sent).toHaveLength(1);
  expect(chosenWorkspace()).toBe(here);
});

test("repeats a read once", async () => {
  chooseWorkspace(here);
  const { fetch } = service(here);
  const refusing = inWorkspace(async () => Response.json({ workspace_id: here }, { status: 403 }));
  expect((await refusing("/api/v2/form/lunch/")).status).toBe(403);
  expect((await fetch("/api/v2/form/lunch/")).status).toBe(200);
});

test("tells of refusals, because the user's rights may have changed", async () => {
  let told = 0;
  const end = onRefusal(() => {
    told += 1;
  });
  const refusing = inWorkspace(async () => Response.json({ needs: "forms:write" }, { status: 403 }));
  await refusing("/api/v2/form/", { method: "POST" });
  end();
  await refusing("/api/v2/form/", { method: "POST" });
  expect(told).toBe(1);
});

test.each([
  ["/api/v2/file/1/", `/api/v2/file/1/?workspace=${here}`],
  ["/api/v2/file/1/?signature=x", `/api/v2/file/1/?signature=x&workspace=${here}`],
])("names it in the link %s", (path, expected) => {
  expect(linkInWorkspace(path)).toBe(path);
  chooseWorkspace(here);
  expect(linkInWorkspace(path)).toBe(expected);
});
