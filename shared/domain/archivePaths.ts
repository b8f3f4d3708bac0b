/** Paths of uploaded files in an archive (wants §24.2): each part is one name that Windows, macOS and Linux can store. */

/** A file that an answer names. */
export interface NamedFile {
  url: string;
  name: string | null;
}

/** UTF-8 bytes of a name, on every common file system. */
const nameBytes = 255;

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

/** Names of devices on Windows, with any extension, and spaces before it. Superscript digits count as digits. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?= *(?:\.|$))/iu;

/** Returns a name without separators, control and direction characters, and characters that Windows refuses. Never empty. */
export function safeName(name: string): string {
  const plain = name
    .normalize("NFC")
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, "_")
    .replace(/[. ]+$/u, "")
    .trimStart();
  return cut(plain === "" ? "file" : plain.replace(devices, "_$&"), "");
}

/** Returns the name with `suffix` before its extension, in at most `nameBytes`. */
function cut(name: string, suffix: string): string {
  const [, stem = name, extension = ""] = /^(.+?)(\.[^.]{1,20})?$/su.exec(name) ?? [];
  const room = nameBytes - bytesOf(suffix + extension);
  let kept = "";
  let bytes = 0;
  for (const character of stem) {
    bytes += bytesOf(character);
    if (bytes > room) break;
    kept += character;
  }
  return kept + suffix + extension;
}

/** Returns names that differ also where case doesn't count: a repeated one gets a number. */
function distinct(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    let own = name;
    for (let number = 2; taken.has(keyOf(own)); number += 1) own = cut(name, ` (${number})`);
    taken.add(keyOf(own));
    return own;
  };
}

const keyOf = (name: string): string => name.toUpperCase().toLowerCase();

/** Returns the path of each file of a session by its URL. `answers`: the files by node ID, in the order of the answers. */
export function archivePaths(
  sessionId: string,
  answers: readonly (readonly [nodeId: string, files: readonly NamedFile[]])[],
): Map<string, string> {
  const paths = new Map<string, string>();
  const folder = distinct();
  for (const [nodeId, files] of answers) {
    const folderName = folder(safeName(nodeId));
    const fileName = distinct();
    for (const { url, name } of files)
      paths.set(url, `files/${sessionId}/${folderName}/${fileName(safeName(name ?? ""))}`);
  }
  return paths;
}
