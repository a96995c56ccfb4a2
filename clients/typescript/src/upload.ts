// Files to upload: as the server takes them, or read from this computer.

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { UploadedFile } from './types.js';

/** A file to upload: its path on this computer, or its name and contents. */
export type FileSource = string | UploadedFile;

/**
 * The files as the server takes them. Those that are read from a path have no media type.
 *
 * @throws The error of the file system, if a file can't be read.
 */
export function uploadedFiles(
  files: FileSource | readonly FileSource[],
): Promise<readonly UploadedFile[]> {
  const list: readonly FileSource[] = Array.isArray(files) ? files : [files];
  return Promise.all(list.map(uploaded));
}

async function uploaded(file: FileSource): Promise<UploadedFile> {
  if (typeof file !== 'string') return file;
  return { name: basename(file), base64: (await readFile(file)).toString('base64') };
}
