import type { IncomingMessage } from 'node:http';
import { submissionErrors as codes } from '../../contract/submission.ts';
import { Refusal } from './refusal.ts';

/** The longest valid submission has 5,504 characters: in Cyrillic 11 KB as JSON, 33 KB as an encoded form. */
export const bodyLimitBytes = 64 * 1024;

/** 33 KB take under ten seconds on a 2G connection. */
const bodyDeadlineMs = 20_000;

export class ClientGone extends Error {
  override name = 'ClientGone';
}

/** Reads the body within its limits of size and time: a sender that crawls must not hold a connection for long. */
export function readBody(
  incoming: IncomingMessage,
  deadlineMs = bodyDeadlineMs,
  limitBytes = bodyLimitBytes,
): Promise<Buffer> {
  // The connection ends with the answer. What of the rest comes before that is dropped: kept, it would fill the memory.
  const headers = { Connection: 'close' };
  if (Number(incoming.headers['content-length']) > limitBytes) {
    return Promise.reject(new Refusal(codes.tooLarge, { headers }));
  }
  return new Promise((resolve, reject) => {
    // One piece of memory, of which the system gives what is written to. Kept one by one, chunks of a byte each cost
    // some four hundred times their size: twenty senders filled half a gigabyte.
    const body = Buffer.allocUnsafeSlow(limitBytes);
    let size = 0;
    const fail = (error: Error) => {
      clearTimeout(timer);
      incoming.off('data', take);
      reject(error);
    };
    const take = (chunk: Buffer) => {
      if (size + chunk.length > limitBytes) return fail(new Refusal(codes.tooLarge, { headers }));
      size += chunk.copy(body, size);
    };
    const timer = setTimeout(() => fail(new Refusal(codes.tooSlow, { headers })), deadlineMs);
    incoming.on('data', take);
    incoming.once('end', () => {
      clearTimeout(timer);
      resolve(body.subarray(0, size));
    });
    incoming.once('error', () => fail(new ClientGone('the connection broke off')));
    incoming.once('close', () => fail(new ClientGone('the connection was closed')));
  });
}
