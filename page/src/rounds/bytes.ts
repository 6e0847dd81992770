// Bytes, and the two functions of WebCrypto that the check of a receipt needs. See docs/fairness.md.

export type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes of hexadecimal digits 0-9 and a-f. */
export function fromHex(digits: string): Bytes {
  const found = new Uint8Array(digits.length / 2);
  for (let i = 0; i < found.length; i++) found[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return found;
}

export function toHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function isHex(value: unknown, bytes: number): value is string {
  return typeof value === "string" && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value);
}

export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** What bytes say, with nothing left out: a mark at their beginning stays. What is no UTF-8 says nothing. */
export function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(bytes);
  } catch {
    return "";
  }
}

/** A number as big-endian bytes. */
export function bigEndian(value: number, size: 4 | 8): Bytes {
  const view = new DataView(new ArrayBuffer(size));
  if (size === 8) view.setBigUint64(0, BigInt(value));
  else view.setUint32(0, value);
  return new Uint8Array(view.buffer);
}

/** Fields one after the other, each behind its length in four bytes. */
export function fields(...contents: Bytes[]): Bytes {
  const whole = new Uint8Array(contents.reduce((sum, each) => sum + 4 + each.length, 0));
  let at = 0;
  for (const each of contents) {
    whole.set(bigEndian(each.length, 4), at);
    whole.set(each, at + 4);
    at += 4 + each.length;
  }
  return whole;
}

export async function sha256(bytes: Bytes): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** HMAC-SHA-256 with one key, for many messages. */
export async function hmac(key: Bytes): Promise<(message: Bytes) => Promise<Bytes>> {
  const held = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", held, message));
}
