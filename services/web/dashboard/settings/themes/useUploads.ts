import { useEffect, useRef, useState } from "react";
import type { Theme } from "../../../../../shared/domain/shapes/themes.ts";
import { removeImage } from "../../../api/queries/themes.ts";

type Pictures = Pick<Theme, "logo_url" | "background_image_url">;
const namesOf = ({ logo_url, background_image_url }: Pictures): (string | null)[] => [logo_url, background_image_url];

/**
 * Pictures that were uploaded for a theme and are not in it go again when it is saved, when its changes are thrown away, and
 * when its page is left, and so do those that others took the place of: they would fill the account's quota for nothing.
 */
export function useUploads(stored: Theme) {
  const [uploads] = useState(openUploads);
  const latest = useRef<Pictures>(stored);
  useEffect(() => {
    latest.current = stored;
  }, [stored]);
  useEffect(() => () => uploads.keepOnly(latest.current), [uploads]);
  return {
    add: uploads.add,
    saved: (theme: Theme) => uploads.keepOnly(theme, namesOf(stored)),
    discarded: () => uploads.keepOnly(stored),
  };
}

function openUploads() {
  let uploaded: readonly (string | null)[] = [];
  return {
    add(url: string): void {
      uploaded = [...uploaded, url];
    },
    /** `replaced`: what was there before */
    keepOnly(pictures: Pictures, replaced: readonly (string | null)[] = []): void {
      const used = namesOf(pictures);
      const unused = [...uploaded, ...replaced].filter((url) => !used.includes(url));
      uploaded = [];
      for (const url of unused) if (url !== null) removeUpload(url);
    },
  };
}

const imagePath = /\/api\/v2\/r\/image\/([0-9a-f-]{36})\/$/i;

/** What something else still names stays: the service says so, and nobody has to hear of it. */
function removeUpload(url: string): void {
  const id = imagePath.exec(url)?.[1];
  if (id && URL.parse(url, location.origin)?.origin === location.origin) removeImage(id).catch(() => {});
}
