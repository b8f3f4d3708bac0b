import { jest } from "@jest/globals";
import type { Request } from "../../../services/gateway/http/request.ts";

/** Hosts in an uploaded image's URL (features §19). */
async function hostsOf(host: string, base?: string): Promise<string[]> {
  if (base === undefined) delete process.env.BASE_URL;
  else process.env.BASE_URL = base;
  jest.resetModules();
  const { hosts } = await import("../../../services/gateway/routes/extras.ts");
  return hosts({ req: { headers: { host } }, baseUrl: base ?? "http://127.0.0.1:3000" } as Request).hosts;
}
afterAll(() => {
  delete process.env.BASE_URL;
});

test("are the request's and the listening one without BASE_URL", async () => {
  expect(await hostsOf("Localhost:3000")).toEqual(["127.0.0.1:3000", "localhost:3000"]);
  expect(await hostsOf("forms.example")).toEqual(["127.0.0.1:3000", "forms.example:80"]);
  expect(await hostsOf("a b")).toEqual(["127.0.0.1:3000"]);
});

test("are only that of BASE_URL, with its protocol's port", async () => {
  expect(await hostsOf("evil.example", "http://forms.example")).toEqual(["forms.example:80"]);
  expect(await hostsOf("evil.example", "https://forms.example")).toEqual(["forms.example:443"]);
});
