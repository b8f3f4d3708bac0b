import { availabilityOf } from "../../../services/web/dashboard/form/availability.ts";
import { bodyOfFields, fieldsOf, worded } from "../../../services/web/dashboard/form/settings/fields.ts";
import { localTime } from "../../../services/web/dashboard/form/settings/settingFields.ts";
import { canBeEmbedded, embedCode, linkOf } from "../../../services/web/dashboard/form/share/links.ts";
import { readVersionsSearch } from "../../../services/web/dashboard/form/versions/search.ts";
import {
  contrastsOf,
  freeName,
  bodyOfFields as themeBodyOf,
} from "../../../services/web/dashboard/settings/themes/look.ts";
import { facts } from "../../../services/web/strings/en/dashboard/themes.ts";
import { qrOf, svgOf } from "../../../services/web/ui/qr.ts";
import type { FormDetail } from "../../../shared/api/shapes/forms.ts";
import { presets } from "../../../shared/domain/theme/presets.ts";

/** Logic of a form's pages. */
const form = {
  title: "Lunch",
  slug: "lunch",
  language: "en",
  is_active: true,
  published_version: 1,
  is_accepting_responses: true,
  opens_at: null,
  closes_at: null,
  response_limit: null,
  closed_message: null,
  completed_sessions: 3,
  embed_origins: ["*"],
  theme: { id: "t1" },
} as unknown as FormDetail;
const now = Date.parse("2026-06-15T12:00:00Z");

test.each([
  ["open", {}],
  ["archived", { is_active: false, published_version: null }],
  ["unpublished", { published_version: null }],
  ["closed", { is_accepting_responses: false, closes_at: "2026-06-15T11:00:00Z" }],
  ["over", { closes_at: "2026-06-15T12:00:00Z" }],
  ["early", { opens_at: "2026-06-15T12:00:01Z" }],
  ["open", { opens_at: "2026-06-15T12:00:00Z", closes_at: "2026-06-15T12:00:01Z", response_limit: 4 }],
  ["full", { response_limit: 3 }],
])("finds that respondents see a form that is %s", (expected, change) => {
  expect(availabilityOf({ ...form, ...change }, now)).toBe(expected);
});

test("sends settings in the API’s format: times in UTC, empty ones as null, origins as a list", () => {
  const values = fieldsOf(form);
  expect(values).toMatchObject({ opens_at: "", response_limit: "", embedding: "everybody", origins: "" });
  const local = localTime("2026-06-15T12:30:00Z");
  expect(new Date(local).toISOString()).toBe("2026-06-15T12:30:00.000Z");
  expect(bodyOfFields({ opens_at: local, closes_at: "", response_limit: " 12 " }, values)).toEqual({
    opens_at: "2026-06-15T12:30:00.000Z",
    closes_at: null,
    response_limit: 12,
  });
  expect(bodyOfFields({ response_limit: "" }, values)).toEqual({ response_limit: null });
  // the service refuses text in a number field
  expect(bodyOfFields({ response_limit: "1e3" }, values)).toEqual({ response_limit: "1e3" });
  const some = { ...values, embedding: "some" as const, origins: "https://a.example\n\n https://b.example " };
  expect(bodyOfFields({ origins: some.origins }, some)).toEqual({
    embed_origins: ["https://a.example", "https://b.example"],
  });
  expect(bodyOfFields({ embedding: "nobody" }, { ...some, embedding: "nobody" })).toEqual({ embed_origins: [] });
  expect([true, false].map((botProtection) => bodyOfFields({ bot_protection: botProtection }, some))).toEqual([
    { bot_protection: "challenge" },
    { bot_protection: "off" },
  ]);
  expect(worded({ at: ["embed_origins", "1"], text: "must be an origin" })).toEqual({
    at: ["embed_origins"],
    text: "Line 2 must be an origin",
  });
});

test("sends only the changed settings of a theme", () => {
  expect(themeBodyOf({ text: "#111111", border_radius: "12", logo_url: "" })).toEqual({
    colors: { text: "#111111" },
    border_radius: 12,
    logo_url: null,
  });
  expect(themeBodyOf({ border_radius: "round" })).toEqual({ border_radius: "round" });
});

test("encodes hidden fields in the link and in the embed code", () => {
  const hidden = { plan: 'a&b "c"<d>', empty: "" };
  const link = linkOf("https://forms.example", "lunch", hidden);
  expect(Object.fromEntries(new URL(link).searchParams)).toEqual({ plan: hidden.plan });
  expect(
    embedCode({ origin: "https://forms.example", slug: "lunch", mode: "popup", title: "L", label: "Go", hidden }),
  ).toBe(
    '<div data-pathform="lunch" data-mode="popup" data-title="L" data-label="Go" data-hidden-plan="a&amp;b &quot;c&quot;&lt;d&gt;"></div>\n' +
      '<script src="https://forms.example/embed.js" async></script>',
  );
  expect([canBeEmbedded("plan-2"), canBeEmbedded("planId")]).toEqual([true, false]);
});

test("puts answers behind # in the link", () => {
  const answers = { q1: ["a", "b c"], "table.row": ["x"], empty: [""], none: [] };
  const link = (isSkipping: boolean, given: typeof answers | object = answers) =>
    linkOf("https://forms.example", "lunch", { plan: "pro" }, given as typeof answers, isSkipping);
  const { search, hash } = new URL(link(false));
  expect([search, hash]).toEqual(["?plan=pro", "#answer.q1=a&answer.q1=b+c&answer.table.row=x"]);
  expect(link(true)).toBe(`${link(false)}&prefill=skip`);
  expect(link(true, {})).toBe("https://forms.example/f/lunch?plan=pro");
});

test("draws a QR code with a margin, and none for a text that is too long", () => {
  const qr = qrOf("https://forms.example/f/lunch");
  // the first dark module is a corner of a finder pattern, four modules from each side (ISO/IEC 18004)
  expect(qr?.path.startsWith("M4 4h1v1h-1z")).toBe(true);
  expect(svgOf(qr ?? { size: 0, path: "" })).toContain(`viewBox="0 0 ${qr?.size} ${qr?.size}"`);
  expect(qrOf("x".repeat(3_000))).toBeNull();
});

test("reads the compared versions from the URL, and drops invalid ones", () => {
  expect(readVersionsSearch({ from: "2", to: "draft", page: "1" })).toEqual({ from: 2, to: "draft", page: undefined });
  expect(readVersionsSearch({ from: "0", to: "x" })).toEqual({ from: undefined, to: undefined, page: undefined });
});

test("names a preset that is added again, and avoids the reserved names", () => {
  expect(freeName("Harbor", [])).toBe("Harbor");
  expect(freeName("Harbor", [{ name: "Harbor" }, { name: "Harbor 2" }])).toBe("Harbor 3");
  expect(freeName("Path", [])).toBe("Path 2");
});

test("says the contrasts that respondents see, and those of adjusted colors", () => {
  expect(facts("Figtree", 14, contrastsOf(presets[0]))).toBe(
    "Figtree · 14 px corners · contrast: text 16.5, button 6.3",
  );
  const colors = { background: "#ffffff", text: "#eeeeee", primary: "#ffff00", button_text: "#ffffff" };
  const adjusted = contrastsOf({ colors });
  expect(adjusted.text.shown).toBeGreaterThanOrEqual(4.5);
  expect(facts("Figtree", 14, adjusted)).toMatch(/text \d\.\d \(was 1\.2\), button 1\d\.\d \(was 1\.1\)$/);
});

test("sends a theme's layout, scheme and background beside its colors", () => {
  expect(themeBodyOf({ layout: "split", background_style: "plain", text: "#111111" })).toEqual({
    layout: "split",
    background_style: "plain",
    colors: { text: "#111111" },
  });
});
