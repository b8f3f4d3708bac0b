import {
  deliveriesViewOf,
  readDeliveriesSearch,
} from "../../../../services/web/dashboard/integrations/deliveriesSearch.ts";
import { readIntegrationsSearch } from "../../../../services/web/dashboard/integrations/integrationsSearch.ts";
import { dayEnd, dayStart } from "../../../../services/web/dashboard/url/days.ts";
import { parseSearch, stringifySearch } from "../../../../services/web/dashboard/url/search.ts";

const delivery = "0b7f3a52-94f5-4a7c-8a1e-0a4b3f9d2c11";

test("reads the delivery filters back from the URL, and maps them to the API’s names", () => {
  const search = {
    status: "error",
    event: "session.completed",
    from: "2026-01-31",
    to: "2026-02-28",
    ordering: "-duration_ms",
    page: 2,
    delivery,
  } as const;
  const read = readDeliveriesSearch(parseSearch(stringifySearch(search)));
  expect(read).toEqual(search);
  expect(deliveriesViewOf(read)).toEqual({
    status: "error",
    event: "session.completed",
    from_date: dayStart("2026-01-31"),
    to_date: dayEnd("2026-02-28"),
    ordering: "-duration_ms",
    page: 2,
  });
});

test("drops unknown values, invalid dates and reversed periods", () => {
  const nothing = readDeliveriesSearch({});
  expect(
    readDeliveriesSearch({
      status: "maybe",
      event: "session.eaten",
      from: "2026-02-30",
      to: "yesterday",
      ordering: "name",
      page: "-1",
      delivery: "1",
      connected: "<b>",
      error: "Not a reason!",
    }),
  ).toEqual(nothing);
  expect(readDeliveriesSearch({ from: "2026-02-02", to: "2026-02-01" })).toEqual({ ...nothing, from: "2026-02-02" });
  expect(deliveriesViewOf(nothing)).toEqual({ ordering: "-created", page: 1 });
});

test("reads an integration’s type, search and failure from the URL, and drops invalid values", () => {
  expect(readIntegrationsSearch({ type: "google_sheets", search: "a & b", ordering: "name", page: "3" })).toMatchObject(
    {
      type: "google_sheets",
      search: "a & b",
      ordering: "name",
      page: 3,
    },
  );
  expect(readIntegrationsSearch({ error: "access_denied" }).error).toBe("access_denied");
  expect(Object.values(readIntegrationsSearch({ type: "../x", search: "", ordering: "-created", page: "1" }))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
