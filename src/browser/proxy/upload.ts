import type { UploadReply, UploadRequest } from './connection.ts';

/** XMLHttpRequest, because `fetch` does not report upload progress. */
export function uploadByXhr(request: UploadRequest): Promise<UploadReply> {
  return new Promise((resolve, reject) => {
    const transfer = new XMLHttpRequest();
    transfer.open('PUT', request.address);
    for (const [name, value] of Object.entries(request.headers)) transfer.setRequestHeader(name, value);
    transfer.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) request.onProgress(event.loaded / event.total);
    };
    transfer.onload = () =>
      resolve({
        status: transfer.status,
        body: transfer.responseText,
        retryAfter: transfer.getResponseHeader('retry-after'),
      });
    // Its caller knows no more than that it did not reach the proxy.
    transfer.onerror = reject;
    transfer.onabort = reject;
    if (request.signal.aborted) return reject();
    request.signal.addEventListener('abort', () => transfer.abort(), { once: true });
    transfer.send(request.body);
  });
}
