/** Media types of owners' images (decisions §9.2). A separate file, so that pages don't load the schemas. */
export const imageTypes = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"] as const;
