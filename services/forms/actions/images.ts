import { imageSizeLimit } from "../../../shared/api/shapes/images.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { utcDay } from "../../../shared/domain/dates.ts";
import { imageTypes } from "../../../shared/domain/imageTypes.ts";
import { checkAccess, checkRights } from "../../../shared/platform/access.ts";
import { env } from "../../../shared/platform/env.ts";
import { conflict, notFound } from "../../../shared/platform/errors.ts";
import { audit } from "../audit.ts";
import type { FormsService } from "../service.ts";
import * as store from "../store/images.ts";
import * as moves from "../store/moves.ts";

/** An animated PNG is detected as this type. */
const alsoAccepted = ["image/apng"];
const mebibyte = 2 ** 20;
const warnAt = 0.8;

/** Returns the image quota of an account in bytes (decisions §8), or 0 if off. */
function quota(): number {
  const { QUOTAS, QUOTA_IMAGE_MB_PER_ACCOUNT } = env();
  return QUOTAS ? QUOTA_IMAGE_MB_PER_ACCOUNT * mebibyte : 0;
}

const quotaExceeded = () =>
  conflict(
    `Image storage is full (${env().QUOTA_IMAGE_MB_PER_ACCOUNT} MB per workspace). Delete images to free up space.`,
  );

/**
 * POST /image/, first half (decisions §9.2). The gateway stores the bytes directly, then `commitImage` publishes the
 * image. Idempotent: the gateway chooses the id.
 */
export const reserveImage: Action<"forms.reserveImage", FormsService> = {
  params: { caller: "object", image_id: "uuid" },
  async handler(ctx) {
    const { caller, image_id: id } = ctx.params;
    const { account_id: accountId } = caller;
    const createdBy = caller.key_id === null ? caller.user_id : null;
    const key = `images/${accountId}/${id}`;
    await this.database.write(ctx, async (em) => {
      const limit = quota();
      if (limit > 0 && (await store.imageBytes(em, accountId)) >= limit) throw quotaExceeded();
      await store.insertImage(em, { id, accountId, createdBy, key });
    });
    return { id, key, max_bytes: imageSizeLimit, accept: [...imageTypes, ...alsoAccepted] };
  },
};

/** Renews the reservation of an upload in progress. */
export const renewImage: Action<"forms.renewImage", FormsService> = {
  params: { id: "uuid" },
  async handler(ctx) {
    await store.renewImage(this.database.pool, ctx.params.id);
    return null;
  },
};

/** Second half: the bytes are stored. 409 if the quota is exceeded. Idempotent. */
export const commitImage: Action<"forms.commitImage", FormsService> = {
  params: { id: "uuid", content_type: "string", size: "number", width: "number", height: "number" },
  async handler(ctx) {
    const image = ctx.params;
    const nearlyFull = await this.database.write(ctx, async (em) => {
      const found = await store.findImage(em, image.id);
      if (!found || found.state === "deleted") throw notFound("image");
      // keep the count exact under concurrent uploads
      await store.lockImages(em, found.account_id);
      const limit = quota();
      const bytes = image.size + (await store.imageBytes(em, found.account_id));
      if (!(await store.commitImage(em, image))) {
        if ((await store.findImage(em, image.id))?.state === "stored") return null;
        throw notFound("image");
      }
      if (limit > 0 && bytes > limit) throw quotaExceeded();
      return limit > 0 && bytes >= warnAt * limit ? found.account_id : null;
    });
    if (nearlyFull) warn(this, nearlyFull);
    return image;
  },
};

/** Creates a notification. Its key limits it to one per day. */
function warn({ call, logger }: FormsService, accountId: string): void {
  const message = `You've used 80% of your ${env().QUOTA_IMAGE_MB_PER_ACCOUNT} MB of image storage. Uploads over the limit are rejected.`;
  const key = `quota images ${accountId} ${utcDay()}`;
  const notice = { account_id: accountId, kind: "quota_warning" as const, message, key, form_slug: null };
  call("integrations.addNotice", notice).catch((error: Error) =>
    logger.warn(`Failed to create quota notification: ${error.message}`),
  );
}

/** Releases a failed upload. */
export const releaseImage: Action<"forms.releaseImage", FormsService> = {
  params: { id: "uuid" },
  async handler(ctx) {
    await store.releaseImage(this.database.pool, ctx.params.id);
    this.imageRemoval.wake();
    return null;
  },
};

/** GET /r/image/{id}/: public. */
export const openImage: Action<"forms.openImage", FormsService> = {
  params: { id: "uuid" },
  async handler(ctx) {
    const image = await store.findImage(this.database.read(ctx), ctx.params.id);
    if (image?.state !== "stored") throw notFound("image");
    const { id, key, size, content_type } = image;
    return { id, key, size, content_type };
  },
};

/** DELETE /image/{id}/: 409 while a draft, version or theme of the account uses it. */
export const removeImage: Action<"forms.removeImage", FormsService> = {
  params: { caller: "object", id: "uuid" },
  async handler(ctx) {
    const { caller, id } = ctx.params;
    await this.database.write(ctx, async (em) => {
      const isShare = await moves.hasShare(em, id, caller.account_id);
      if (isShare) checkRights(caller);
      else refuseOthers(await store.findImage(em, id), caller);
      await store.lockImages(em, caller.account_id);
      const use = await store.findImageUse(em, caller.account_id, id);
      if (use) throw conflict(sentenceOf(use));
      // the second of two concurrent deletes finds nothing
      if (!isShare) refuseOthers(await store.findImage(em, id), caller);
      else if (!(await moves.giveUpShare(em, id, caller.account_id))) throw notFound("image");
      if (!isShare && !(await moves.handOver(em, id))) await store.markDeleted(em, id);
      await audit(em, ctx, { action: "image.deleted", targets: [{ type: "image", id, name: null }] });
    });
    this.imageRemoval.wake();
    return null;
  },
};

function refuseOthers(image: store.ImageRow | null, caller: Caller): void {
  if (image?.state !== "stored") throw notFound("image");
  const isOwn = image.created_by !== null && image.created_by === caller.user_id;
  checkAccess(caller, image, "image", isOwn ? "some form" : "workspace");
}

function sentenceOf({ kind, name }: store.ImageUse): string {
  if (kind === "theme") return `The theme "${name}" uses this image. Remove it from the theme first.`;
  if (kind === "draft") return `The draft of the form "${name}" uses this image. Remove it from the draft first.`;
  return `A published version of the form "${name}" uses this image, so it can't be deleted.`;
}
