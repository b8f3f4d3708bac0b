import { useEffect, useRef, useState } from "react";
import type { Theme } from "../../../../../shared/domain/theme/themes.ts";
import { removeImage } from "../../api/queries/themes.ts";

type Pictures = Partial<Pick<Theme, "logo_url" | "background_image_url">>;
const namesOf = ({ logo_url, background_image_url }: Pictures) =>
  [logo_url, background_image_url].filter((url) => url !== null && url !== undefined);

/**
 * Deletes images that were uploaded for a theme and aren't used by it, when the theme is saved, its changes are discarded or
 * the page is left. Otherwise they would fill the account's storage.
 */
export function useUploads(stored: Theme) {
  const [uploads] = useState(openUploads);
  const latest = useRef<Pictures>(stored);
  useEffect(() => {
    latest.current = stored;
  }, [stored]);
  useEffect(() => () => uploads.keepOnly(namesOf(latest.current)), [uploads]);
  return {
    add: uploads.add,
    /** `left` are the images selected during the save */
    saved: (theme: Theme, left: Pictures) => uploads.keepOnly([...namesOf(theme), ...namesOf(left)], namesOf(stored)),
    discarded: () => uploads.keepOnly(namesOf(stored)),
  };
}

function openUploads() {
  let uploaded: readonly string[] = [];
  return {
    add(url: string): void {
      uploaded = [...uploaded, url];
    },
    /** `replaced` is the image before */
    keepOnly(used: readonly string[], replaced: readonly string[] = []): void {
      const known = new Set([...uploaded, ...replaced]);
      uploaded = uploaded.filter((url) => used.includes(url));
      for (const url of known) if (!used.includes(url)) removeUpload(url);
    },
  };
}

const imagePath = /\/api\/v2\/r\/image\/([0-9a-f-]{36})\/$/i;

/** Deletes an image. If something else uses it, the API keeps it and the refusal is ignored. */
function removeUpload(url: string): void {
  const id = imagePath.exec(url)?.[1];
  if (id && URL.parse(url, location.origin)?.origin === location.origin) removeImage(id).catch(() => {});
}
