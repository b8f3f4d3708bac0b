export const breadcrumb = "Breadcrumb";
