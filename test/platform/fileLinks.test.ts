import { randomUUID } from "node:crypto";
import type { SessionDetail } from "../../shared/api/shapes/sessions.ts";
import { isValidLink, linkSeconds, signedFileUrl, withFileLinks } from "../../shared/platform/files/link.ts";

/** Signed links to files (decisions §5): valid for seven days and one file. */
const key = Buffer.alloc(32, 1);
const id = randomUUID();
const url = `https://forms.example/api/v2/file/${id}/`;
const now = 1_800_000_000;

function partsOf(link: string) {
  const { searchParams } = new URL(link);
  return { id, expires: Number(searchParams.get("expires")), signature: searchParams.get("signature") ?? "" };
}

test("accepts a link until it expires", () => {
  const link = partsOf(signedFileUrl(url, now, key));
  expect(isValidLink(link, now - 1, key)).toBe(true);
  expect(isValidLink(link, now, key)).toBe(true);
  expect(isValidLink(link, now + 1, key)).toBe(false);
});

test("rejects a link for another file, expiry or key", () => {
  const link = partsOf(signedFileUrl(url, now, key));
  expect(isValidLink({ ...link, id: randomUUID() }, now, key)).toBe(false);
  expect(isValidLink({ ...link, expires: now + 1 }, now, key)).toBe(false);
  expect(isValidLink(link, now, Buffer.alloc(32, 2))).toBe(false);
  expect(isValidLink({ ...link, signature: "" }, now, key)).toBe(false);
});

test("signs only upload answers of a session, for seven days and up to an hour more", () => {
  const answers = [
    { node_id: "a", question_type: "file_upload", answer: [url, "https://elsewhere.example/"] },
    { node_id: "b", question_type: "short_text", answer: url },
  ];
  const session = { answers } as unknown as SessionDetail;
  const signed = withFileLinks(session, new Date(now * 1000), () => key);
  expect(signed.answers[1]).toEqual(answers[1]);
  const [link, other] = (signed.answers[0]?.answer ?? []) as [string, string];
  expect(other).toBe("https://elsewhere.example/");
  const { expires } = partsOf(link);
  expect(expires - now).toBeGreaterThanOrEqual(linkSeconds);
  expect(expires - now).toBeLessThanOrEqual(linkSeconds + 3600);
  expect(isValidLink(partsOf(link), expires, key)).toBe(true);
});

test("doesn't change a session without files, and needs no key", () => {
  const session = { answers: [] } as unknown as SessionDetail;
  const noKey = () => {
    throw new Error("no key is needed");
  };
  expect(withFileLinks(session, new Date(), noKey)).toBe(session);
});
