import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { FileStore } from "./store.ts";

/** Files in a directory; several gateways share it as a mounted volume. Keys are made of ids, so none leads out of it. */
export function openDirectory(path: string): FileStore {
  const root = resolve(path);
  return {
    async write(key, bytes) {
      const file = join(root, key);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const part = `${file}.part`;
      const handle = await open(part, "w", 0o600);
      try {
        await handle.writeFile(bytes);
        // what an answer names must survive a crash of the machine
        await handle.sync();
        await handle.close();
        await rename(part, file);
        await syncFolder(dirname(file));
      } catch (error) {
        await handle.close().catch(() => undefined);
        await rm(part, { force: true });
        throw error;
      }
    },

    async read(key) {
      try {
        const handle = await open(join(root, key));
        return handle.createReadStream();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },

    async remove(key) {
      const file = join(root, key);
      await rm(file, { force: true });
      await rm(`${file}.part`, { force: true });
    },
  };
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
