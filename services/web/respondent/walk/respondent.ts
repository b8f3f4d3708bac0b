import { Actions } from "./actions.ts";
import { Delivery } from "./delivery.ts";
import type { Device } from "./device.ts";
import type { RespondentOptions } from "./options.ts";
import { Ownership } from "./ownership.ts";
import { Sender } from "./sender.ts";
import { Session } from "./session.ts";
import type { Respondent } from "./state.ts";
import { Storage } from "./storage.ts";
import { Walkers } from "./walkers.ts";

/** The page's respondent on a device; browser.ts has that of a browser. */
export function respondentOn(device: Device, options: RespondentOptions): Respondent {
  const now = () => device.clock.now();
  const today = () => new Date(device.api.serverTime()).toISOString().slice(0, 10);
  const storage = new Storage(device.store, options.slug, device.newId());
  const session = new Session(storage, new Walkers(options.loadEngine), now, () => ownership.lost());
  const sender = new Sender(device.api, device.clock, () => session.change({ sending: sender.status }));
  const { slug, search } = options;
  const completed = () => ownership.release();
  const context = { slug, search, session, sender, storage, now, today, newId: device.newId, completed };
  const delivery = new Delivery(context, options.form);
  const ownership = new Ownership(device, options, { storage, session, sender, delivery });
  const actions = new Actions({ device, session, sender, delivery, ownership, today });
  const stopWaking = device.onWake(() => {
    ownership.look();
    sender.wake();
  });
  const stopWatching = device.onStored(() => session.isHeld && storage.isTakenOver() && ownership.lost());
  ownership.open();
  ownership.wait();
  return {
    state: () => session.state(),
    subscribe: (listener) => session.subscribe(listener),
    enter: (nodeId, value) => actions.enter(nodeId, value),
    answer: (nodeId) => actions.answer(nodeId, session.state().value),
    skip: (nodeId) => actions.answer(nodeId, null),
    back() {
      const { path, position, canGoBack } = session.state();
      if (canGoBack) actions.show(path[position - 1] ?? "");
    },
    goTo: (nodeId) => actions.show(nodeId),
    resume: () => actions.resume(),
    startAgain: () => actions.startAgain(),
    continueHere() {
      if (session.situation.isElsewhere) ownership.take();
    },
    retryNow: () => actions.retryNow(),
    async upload(...file) {
      // no form waits for it that has no files
      const uploads = await import("./uploads.ts").catch(() => null);
      if (!uploads) return { ok: false, reason: "failed" };
      return uploads.uploading(device, session, sender, () => void delivery.run())(...file);
    },
    close() {
      ownership.release();
      sender.stop();
      stopWaking();
      stopWatching();
    },
  };
}
