import { describe, expect, test } from "@jest/globals";
import { openFinder } from "../../../services/gateway/request/find.ts";
import { routes } from "../../../services/gateway/routes/routes.ts";
import type { Load } from "../../../shared/api/endpoints/endpoint.ts";

const find = openFinder(routes);

describe("openFinder", () => {
  test("finds each row by its own path, with and without the slash at its end", () => {
    const lost = routes.filter(({ method, path }) => {
      const url = path.replaceAll(/\{(\w+)\}/g, "$1");
      return [url, url.slice(0, -1), `${url}?a=/export/`].some((one) => find({ method, url: one })?.row.path !== path);
    });
    expect(lost.map(({ id }) => id)).toEqual([]);
  });

  // slugs that are also words of other paths
  test.each<[string, string, string, Load]>([
    ["GET", "/api/v2/r/export/", "getPublishedForm", "read"],
    ["GET", "/api/v2/r/start/", "getPublishedForm", "read"],
    ["POST", "/api/v2/r/upload/start/", "startSession", "start"],
    ["POST", "/api/v2/r/link/start/", "startSession", "start"],
    ["POST", "/api/v2/r/session/start/", "startSession", "start"],
    ["GET", "/api/v2/form/export/", "getForm", "read"],
    ["PATCH", "/api/v2/form/image", "updateForm", "write"],
    ["GET", "/api/v2/r/resume/", "getPublishedForm", "read"],
    ["POST", "/api/v2/r/resume/", "finishOnAnotherDevice", "step"],
    ["HEAD", "/api/v2/form/lunch/responses/export/?format=csv", "exportResponses", "transfer"],
    ["POST", "/api/auth/login", "login", "entry"],
  ])("%s %s is %s, %s", (method, url, id, load) => {
    expect(find({ method, url })?.row).toMatchObject({ id, load });
  });

  test.each([
    ["POST", "/api/v2/r//start/"],
    ["POST", "/api/v2/r/lunch/start//"],
    ["POST", "/API/v2/r/lunch/start/"],
    ["GET", "/f/start"],
    ["GET", "/f/export"],
    ["OPTIONS", "/api/v2/r/lunch/start/"],
  ])("%s %s finds nothing", (method, url) => {
    expect(find({ method, url })).toBeNull();
  });
});
