import { basename } from "node:path";

const folders = process.argv.filter((argument) => /^services(\/\w+)?\/?$/.test(argument));

/** Services of this process, such as `forms+auth`, or `services` for all. Empty in a command. */
export const servicesName = folders.map((folder) => basename(folder)).join("+");

/** Name of this process for PostgreSQL (`application_name`) and NATS. */
export const processName = servicesName && servicesName !== "services" ? `pathform ${servicesName}` : "pathform";
