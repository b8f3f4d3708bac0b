import { mkdir, open, rename, rm, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { FileStore } from "./store.ts";

/** Opens a directory, which several gateways can share as a volume. Keys are built from ids, so no key escapes the directory. */
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
        // files in a response must survive a crash of the host
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

    freeBytes: () => freeBytesOf(root),
  };
}

/** Returns the free bytes that this process can use. A directory that doesn't exist yet will be on the disk of its parent. */
async function freeBytesOf(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || path === dirname(path)) throw error;
    return freeBytesOf(dirname(path));
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
