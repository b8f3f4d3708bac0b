import type { Action } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { imageTypes } from "../../../shared/domain/imageTypes.ts";
import { imageSizeLimit } from "../../../shared/domain/shapes/images.ts";
import { env } from "../../../shared/platform/env.ts";
import { conflict, notFound, notOwner } from "../../../shared/platform/errors.ts";
import type { FormsService } from "../service.ts";
import * as store from "../store/images.ts";

/** an animated PNG is a PNG too */
const alsoTaken = ["image/apng"];
const mebibyte = 2 ** 20;
const warnAt = 0.8;

/** Bytes that an account's images may have together (decisions §8); 0: off. */
function quota(): number {
  const { QUOTAS, QUOTA_IMAGE_MB_PER_ACCOUNT } = env();
  return QUOTAS ? QUOTA_IMAGE_MB_PER_ACCOUNT * mebibyte : 0;
}

const quotaUsedUp = () =>
  conflict(
    `The images of an account may have ${env().QUOTA_IMAGE_MB_PER_ACCOUNT} MB together, and there is no room for this ` +
      "one; delete images to make room.",
  );

/**
 * POST /image/, the first half (decisions §9.2): the bytes go to the store past the bus, and `commitImage` makes it an image
 * that everybody can get. Safe to send again: the gateway makes the image's id.
 */
export const reserveImage: Action<"forms.reserveImage", FormsService> = {
  params: { caller: "object", image_id: "uuid" },
  async handler(ctx) {
    const { caller, image_id: id } = ctx.params;
    const { account_id: accountId } = caller;
    const key = `images/${accountId}/${id}`;
    await this.database.write(ctx, async (em) => {
      const limit = quota();
      if (limit > 0 && (await store.imageBytes(em, accountId)) >= limit) throw quotaUsedUp();
      await store.insertImage(em, { id, accountId, key });
    });
    return { id, key, max_bytes: imageSizeLimit, accept: [...imageTypes, ...alsoTaken] };
  },
};

/** An upload that is still coming in keeps its reservation. */
export const renewImage: Action<"forms.renewImage", FormsService> = {
  params: { id: "uuid" },
  async handler(ctx) {
    await store.renewImage(this.database.pool, ctx.params.id);
    return null;
  },
};

/** The second half: the bytes are stored. 409 where the quota has no room for them. Safe to send again. */
export const commitImage: Action<"forms.commitImage", FormsService> = {
  params: { id: "uuid", content_type: "string", size: "number", width: "number", height: "number" },
  async handler(ctx) {
    const image = ctx.params;
    const nearlyFull = await this.database.write(ctx, async (em) => {
      const found = await store.findImage(em, image.id);
      if (!found || found.state === "deleted") throw notFound("image");
      // the count is exact, however many are uploaded at once
      await store.lockImages(em, found.account_id);
      const limit = quota();
      const bytes = image.size + (await store.imageBytes(em, found.account_id));
      if (!(await store.commitImage(em, image))) {
        if ((await store.findImage(em, image.id))?.state === "stored") return null;
        throw notFound("image");
      }
      if (limit > 0 && bytes > limit) throw quotaUsedUp();
      return limit > 0 && bytes >= warnAt * limit ? found.account_id : null;
    });
    if (nearlyFull) warn(this, nearlyFull);
    return image;
  },
};

/** The key makes it one notice a day. */
function warn({ call, logger }: FormsService, accountId: string): void {
  const message =
    `This account has used 80 % of its quota of ${env().QUOTA_IMAGE_MB_PER_ACCOUNT} MB of images. ` +
    "Whatever exceeds the quota is refused.";
  const key = `quota images ${accountId} ${new Date().toISOString().slice(0, 10)}`;
  const notice = { account_id: accountId, kind: "quota_warning" as const, message, key, form_slug: null };
  call("integrations.addNotice", notice).catch((error: Error) =>
    logger.warn(`A notice of a quota was not left: ${error.message}`),
  );
}

/** An upload that came to nothing. */
export const releaseImage: Action<"forms.releaseImage", FormsService> = {
  params: { id: "uuid" },
  async handler(ctx) {
    await store.releaseImage(this.database.pool, ctx.params.id);
    this.imageRemoval.wake();
    return null;
  },
};

/** GET /r/image/{id}/ — for everybody. */
export const openImage: Action<"forms.openImage", FormsService> = {
  params: { id: "uuid" },
  async handler(ctx) {
    const image = await store.findImage(this.database.read(), ctx.params.id);
    if (image?.state !== "stored") throw notFound("image");
    const { id, key, size, content_type } = image;
    return { id, key, size, content_type };
  },
};

/** DELETE /image/{id}/ — 409 while a draft, a version or a theme of the account names it. */
export const removeImage: Action<"forms.removeImage", FormsService> = {
  params: { caller: "object", id: "uuid" },
  async handler(ctx) {
    const { caller, id } = ctx.params;
    await this.database.write(ctx, async (em) => {
      refuseOthers(await store.findImage(em, id), caller);
      await store.lockImages(em, caller.account_id);
      const use = await store.findImageUse(em, caller.account_id, id);
      if (use) throw conflict(sentenceOf(use));
      // of two deletes at once the second finds nothing
      refuseOthers(await store.findImage(em, id), caller);
      await store.markDeleted(em, id);
    });
    this.imageRemoval.wake();
    return null;
  },
};

function refuseOthers(image: store.ImageRow | null, caller: Caller): void {
  if (image?.state !== "stored") throw notFound("image");
  if (image.account_id !== caller.account_id) throw notOwner("image");
}

function sentenceOf({ kind, name }: store.ImageUse): string {
  if (kind === "theme") return `The theme "${name}" names this image; take it out there first.`;
  if (kind === "draft") return `The draft of the form "${name}" names this image; take it out there first.`;
  return `A published version of the form "${name}" names this image; versions never change, so the image stays.`;
}
