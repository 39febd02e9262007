import { type FileId, fileId } from '../../core/model/ids.ts';

/** A version 4 UUID (RFC 9562). `crypto.randomUUID` is missing on pages that came over plain HTTP. */
export function randomFileId(): FileId {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return fileId(hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
}
