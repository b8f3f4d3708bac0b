import type { Api } from "../walk/api.ts";
import type { Device } from "../walk/device.ts";
import { newUuid } from "../walk/uuid.ts";

/** A device for previews. It stores nothing and sends nothing, and pretends that files are uploaded. */
export function previewDevice(api: Api): Device {
  const nothing = () => () => undefined;
  return {
    store: null,
    locks: null,
    api,
    files: {
      async upload(_path, file) {
        const { name, size } = file;
        return { ok: true, file: { url: `preview:${newUuid(Date.now())}`, name, size } };
      },
      remove: () => undefined,
    },
    clock: {
      now: () => Date.now(),
      after(ms, call) {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
      },
      random: () => Math.random(),
    },
    newId: () => newUuid(Date.now()),
    onWake: nothing,
    onStored: nothing,
  };
}
