import { mkdtempSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { receiveFile } from "../../../services/gateway/files/receive.ts";
import type { Request } from "../../../services/gateway/http/request.ts";
import { openDirectory } from "../../../shared/platform/files/directory.ts";
import type { FileStore } from "../../../shared/platform/files/store.ts";
import { runFolder } from "../../support/run.ts";

/** Receiving a file while the store fails (decisions §5). */
let files: FileStore;
let server: Server;
let url: string;
let released = 0;

beforeAll(async () => {
  server = createServer((req, res) => {
    const place = {
      reservation: { id: "id", key: "file", max_bytes: 2 ** 20, accept: ["text/plain"] },
      refusal: () => "",
      renew: async () => undefined,
      release: async () => released++,
      commit: async () => "stored",
    };
    receiveFile({ req, files } as unknown as Request, place).then(
      () => res.end("201"),
      ({ code, message }: { code?: number; message: string }) => res.end(`${code} ${message}`),
    );
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server?.close());

async function upload(bytes: number): Promise<string> {
  const body = new FormData();
  body.append("file", new Blob(["text ".repeat(bytes / 5)]), "a.txt");
  return (await fetch(url, { method: "POST", body })).text();
}

test.each([5_000, 900_000])("returns 503 for a file of %d bytes when the disk is full", async (bytes) => {
  const folder = mkdtempSync(join(runFolder(), "full-"));
  // every write to /dev/full fails with ENOSPC
  symlinkSync("/dev/full", join(folder, "file.part"));
  files = openDirectory(folder);
  released = 0;
  expect(await upload(bytes)).toMatch(/^503 The file store is full\. /);
  expect(released).toBe(1);
  expect(await upload(bytes)).toBe("201");
});

test("returns 413 for a file that is too large, not the store's error", async () => {
  files = openDirectory(mkdtempSync(join(runFolder(), "large-")));
  expect(await upload(1_048_580)).toBe("413 a.txt is larger than 1 MB. Choose a smaller file.");
  // by the announced length
  expect(await upload(2_000_000)).toBe("413 a.txt is larger than 1 MB. Choose a smaller file.");
});
