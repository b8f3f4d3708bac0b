import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Writes `.br` and `.gz` beside each text that a browser loads: once here, instead of once a request. */
export function compressFiles(folder: string): void {
  for (const file of globSync(["assets/*.{js,css,svg}", "embed.js"], { cwd: folder })) {
    const path = join(folder, file);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
}
