import { formats } from "../../shared/domain/formats.ts";
import { isImageAddress, isWebAddress, ownPath } from "../../shared/domain/webAddress.ts";

/** URLs of owners: images, redirects and receivers (decisions §3, §4.1, §7). */
test.each([
  "https://example.com",
  "https://example.com:8443/a%20b/c?d=e&f=[g]#h",
  "https://user:secret@example.com/",
  "https://münchen.example/straße?größe=ä",
  "https://[2001:db8::1]/logo.png",
])("accepts %s", (text) => {
  expect(isWebAddress(text, ["https:"])).toBe(true);
});

test.each([
  "",
  "example.com/logo.png",
  "//example.com/logo.png",
  "https:example.com",
  "https:/example.com",
  "https:\\\\example.com",
  "https://example.com\\@evil.example",
  "https://",
  "javascript:alert(1)//https://example.com",
  "http://example.com",
  " https://example.com",
  "https://example.com/a b",
  "https://example.com/\n",
  "https://example.com/\u200b",
  'https://example.com/"onload="',
  "https://example.com/<script>",
  "https://example.com/`{|}^",
])("rejects %j", (text) => {
  expect(isWebAddress(text, ["https:"])).toBe(false);
});

test("accepts http only if allowed", () => {
  expect(isWebAddress("http://example.com", ["https:", "http:"])).toBe(true);
});

const image = "/api/v2/r/image/2d5c9b1a-7e4f-4c3b-9a68-51f0e7d2c604/";

test.each([
  "https://example.com/logo.png",
  image,
  `http://localhost:3000${image}`,
  `http://localhost:80${image}`,
  `https://forms.example.com${image}`,
  `http://[::1]:3000${image.toUpperCase().replace("/API/V2/R/IMAGE", "/api/v2/r/image")}`,
])("%j is an image URL", (text) => {
  expect(isImageAddress(text)).toBe(true);
});

test.each([
  "",
  "http://example.com/logo.png",
  "/logo.png",
  `/${image}`,
  `//example.com${image}`,
  `${image}?a=1`,
  `${image}\n`,
  `${image}../../x`,
  `http://localhost${image}?next=x`,
  `http://localhost${image}#x`,
  `http://user:password@localhost${image}`,
  `http://localhost/x/..${image}`,
  `http://localhost${image}"onload="`,
  `javascript:${image}`,
  "/api/v2/r/image/x/",
])("%j isn't an image URL", (text) => {
  expect(isImageAddress(text)).toBe(false);
});

/** Origins that can embed a form (decisions §9.2), as sources of a Content-Security-Policy. */
test.each([
  ["*", true],
  ["https://www.example.com", true],
  ["http://localhost:8080", true],
  ["https://[2001:db8::1]:8443", true],
  ["https://xn--mnchen-3ya.example", true],
  ["https://www.example.com/", false],
  ["https://*.example.com", false],
  ["https://example.com;sandbox", false],
  ["https://example.com,default-src", false],
  ["https://example.com'", false],
  ["https://example.com:443", false],
  ["null", false],
])("as an origin, %s: %s", (text, isTaken) => {
  expect(formats.origin?.test(text)).toBe(isTaken);
});

test("takes paths of this server, and none of another one", () => {
  const base = "https://forms.example/";
  expect(ownPath("/forms/lunch/results?page=2#top", base)).toBe("/forms/lunch/results?page=2#top");
  expect(ownPath("https://forms.example/forms", base)).toBe("/forms");
  expect(ownPath("/%2F/evil.org", base)).toBe("/%2F/evil.org");
  const others = ["//evil.org", "/\\evil.org", "\\\\evil.org", "/\t/evil.org", "https://evil.org/", "/.//evil.org"];
  const tricks = [
    "https://forms.example@evil.org/",
    "https://forms.example.evil.org",
    "javascript:alert(1)",
    "http://forms.example/",
  ];
  for (const text of [...others, ...tricks]) expect([text, ownPath(text, base)]).toEqual([text, null]);
});
