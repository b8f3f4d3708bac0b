/** What owners may upload as an image (decisions §9.2); apart from the shapes, for pages that need nothing else of them. */
export const imageTypes = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"] as const;
