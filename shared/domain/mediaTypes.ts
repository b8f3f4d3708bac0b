/**
 * Media types of uploaded files. The gateway recognizes a file by its content (services/gateway/files/contentType.ts), by the package
 * file-type. A test compares `recognized` with it.
 */

/** Other names of recognized types, as browsers and owners write them. */
const otherNames: Readonly<Record<string, string>> = {
  "application/x-gzip": "application/gzip",
  "application/x-pdf": "application/pdf",
  "application/x-rar": "application/x-rar-compressed",
  "application/vnd.rar": "application/x-rar-compressed",
  "application/x-zip": "application/zip",
  "application/x-zip-compressed": "application/zip",
  "audio/m4a": "audio/x-m4a",
  "audio/mp4": "audio/x-m4a",
  "audio/mp3": "audio/mpeg",
  "audio/opus": "audio/ogg",
  "audio/vnd.wave": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/x-aac": "audio/aac",
  "audio/x-aiff": "audio/aiff",
  "audio/x-flac": "audio/flac",
  "audio/x-wav": "audio/wav",
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/vnd.microsoft.icon": "image/x-icon",
  "image/x-ms-bmp": "image/bmp",
  "image/x-png": "image/png",
  "application/csv": "text/csv",
  "text/rtf": "application/rtf",
  "text/x-vcard": "text/vcard",
  "text/xml": "application/xml",
  "video/avi": "video/vnd.avi",
  "video/x-matroska": "video/matroska",
  "video/x-msvideo": "video/vnd.avi",
};

/** Returns the usual name of a type, without parameters. */
function usual(type: string): string {
  const [name = ""] = type.split(";", 1);
  return otherNames[name] ?? name;
}

/** Returns whether a file of this type is accepted. `accept` is the node's (decisions §4.1): media types, `*` for a whole family. */
export const isAccepted = (type: string, accept: readonly string[]): boolean =>
  accept.some((wanted) =>
    wanted.endsWith("/*") ? type.startsWith(wanted.slice(0, -1)) : usual(type) === usual(wanted),
  );

/** Returns whether any file can be of this type or family. */
export const isRecognized = (wanted: string): boolean =>
  wanted.endsWith("/*")
    ? [...recognized].some((type) => type.startsWith(wanted.slice(0, -1)))
    : recognized.has(usual(wanted));

/** Names by family. */
const names: Readonly<Record<string, readonly string[]>> = {
  application: [
    "avro,dicom,eps,epub+zip,gzip,java-archive,java-vm,json,lzip,msword,mxf,octet-stream,ogg,pdf,pgp-encrypted",
    "postscript,rtf,vnd.android.package-archive,vnd.apache.arrow.file,vnd.apache.parquet,vnd.apple.keynote",
    "vnd.apple.numbers,vnd.apple.pages,vnd.iccprofile,vnd.ms-asf,vnd.ms-cab-compressed,vnd.ms-excel",
    "vnd.ms-excel.sheet.macroenabled.12,vnd.ms-excel.template.macroenabled.12,vnd.ms-fontobject,vnd.ms-htmlhelp",
    "vnd.ms-outlook,vnd.ms-powerpoint,vnd.ms-powerpoint.presentation.macroenabled.12",
    "vnd.ms-powerpoint.slideshow.macroenabled.12,vnd.ms-powerpoint.template.macroenabled.12",
    "vnd.ms-word.document.macroenabled.12,vnd.ms-word.template.macroenabled.12,vnd.oasis.opendocument.graphics",
    "vnd.oasis.opendocument.graphics-template,vnd.oasis.opendocument.presentation",
    "vnd.oasis.opendocument.presentation-template,vnd.oasis.opendocument.spreadsheet",
    "vnd.oasis.opendocument.spreadsheet-template,vnd.oasis.opendocument.text,vnd.oasis.opendocument.text-template",
    "vnd.openxmlformats-officedocument.presentationml.presentation",
    "vnd.openxmlformats-officedocument.presentationml.slideshow",
    "vnd.openxmlformats-officedocument.presentationml.template,vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "vnd.openxmlformats-officedocument.spreadsheetml.template",
    "vnd.openxmlformats-officedocument.wordprocessingml.document",
    "vnd.openxmlformats-officedocument.wordprocessingml.template,vnd.rn-realmedia,vnd.sketchup.skp,vnd.tcpdump.pcap",
    "vnd.visio,wasm,x-7z-compressed,x-ace-compressed,x-apple-diskimage,x-arj,x-asar,x-blender,x-bzip2,x-cfb,x-compress",
    "x-cpio,x-deb,x-elf,x-esri-shape,x-ft-apple.alias,x-ft-draco,x-ft-fbx,x-ft-windows-registry-hive",
    "x-google-chrome-extension,x-indesign,x-iso9660-image,x-jmp-data,x-lz4,x-lzh-compressed,x-mach-binary,x-mie",
    "x-mobipocket-ebook,x-ms-regedit,x-ms-shortcut,x-msdownload,x-nintendo-nes-rom,x-rar-compressed,x-rpm",
    "x-shockwave-flash,x-spss-sav,x-sqlite3,x-tar,x-unix-archive,x-xpinstall,x-xz,xml,zip,zstd",
  ],
  audio: [
    "aac,aiff,amr,ape,flac,midi,mpeg,ogg,qcelp,vnd.dolby.dd-raw,wav,wavpack,x-caf,x-dff,x-dsf,x-it,x-m4a,x-ms-asf",
    "x-musepack,x-s3m,x-voc,x-xm",
  ],
  font: ["collection,otf,ttf,woff,woff2"],
  image: [
    "apng,avif,bmp,bpg,flif,gif,heic,heic-sequence,heif,heif-sequence,icns,j2c,jls,jp2,jpeg,jpm,jpx,jxl,ktx,mj2,png",
    "tiff,vnd.adobe.photoshop,vnd.dwg,vnd.ms-photo,webp,x-adobe-dng,x-canon-cr2,x-canon-cr3,x-fujifilm-raf,x-icon",
    "x-nikon-nef,x-olympus-orf,x-panasonic-rw2,x-sony-arw,x-xcf",
  ],
  model: ["3mf,gltf-binary,stl"],
  text: ["calendar,csv,html,markdown,plain,tab-separated-values,vcard,vtt"],
  video: ["3gpp,3gpp2,MP1S,MP2P,matroska,mp2t,mp4,mpeg,ogg,quicktime,vnd.avi,webm,x-flv,x-m4v,x-ms-asf"],
};

export const recognized: ReadonlySet<string> = new Set(
  Object.entries(names).flatMap(([family, list]) =>
    list.flatMap((line) => line.split(",").map((name) => `${family}/${name}`)),
  ),
);
