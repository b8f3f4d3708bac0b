import { afterEach, describe, expect, test } from "@jest/globals";
import type { UploadResult } from "../../../services/web/respondent/walk/state.ts";
import { sendFile } from "../../../services/web/respondent/walk/uploads.ts";

const original = globalThis.XMLHttpRequest;
afterEach(() => {
  globalThis.XMLHttpRequest = original;
});

/** Uploads a file to a service that gives this reply. */
function uploadTo(status: number, reply: unknown): Promise<UploadResult> {
  class Request {
    status = status;
    responseText = typeof reply === "string" ? reply : JSON.stringify(reply);
    upload = {};
    onloadend = () => {};
    open() {}
    send() {
      this.onloadend();
    }
  }
  globalThis.XMLHttpRequest = Request as unknown as typeof XMLHttpRequest;
  return sendFile("/upload/", new File(["x"], "a.png"), () => {}, new AbortController().signal);
}

describe("sendFile", () => {
  const file = { url: "https://forms.example/api/v2/file/1/", name: "a.png", size: 1 };

  test("returns the uploaded file", async () => {
    expect(await uploadTo(201, { ...file, content_type: "image/png" })).toEqual({ ok: true, file });
  });

  test.each([
    [409, { detail: "…", is_storage_full: true }, "storage"],
    [409, { detail: "…" }, "count"],
    [409, { detail: "…", current_node_id: "name" }, "failed"],
    [413, { detail: "…" }, "size"],
    [415, { detail: "…" }, "type"],
    [429, { detail: "…" }, "rate"],
    [500, { detail: "…" }, "failed"],
    [413, "<h1>Too large for this proxy</h1>", "failed"],
    [0, "", "failed"],
  ])("maps status %i with %j to %s", async (status, reply, reason) => {
    expect(await uploadTo(status, reply)).toEqual({ ok: false, reason });
  });
});
