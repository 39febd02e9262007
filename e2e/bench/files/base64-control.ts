/**
 * The control: a server of `node:http` alone that takes files as base64 in JSON, looks at their first bytes and writes
 * the service's own JSON of them, as one would who does not think of memory. Started in a process of its own, with the
 * service's address and its key.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { print } from '../../../src/server/app/print.ts';

const [service = '', key = ''] = process.argv.slice(2);

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function pass(incoming: IncomingMessage): Promise<number> {
  const { name, data, question, application } = JSON.parse(await readBody(incoming));
  const bytes = Buffer.from(data, 'base64');
  if (!bytes.subarray(0, 4).equals(Buffer.from('%PDF'))) return 415;
  const body = JSON.stringify({
    data: {
      type: 'answers',
      attributes: {
        document_base64_data: `data:application/pdf;base64,${bytes.toString('base64')}`,
        document_base64_filename: name,
      },
      relationships: {
        question: { data: { type: 'questions', id: question } },
        answerable: { data: { type: 'applications', id: application } },
      },
    },
  });
  const headers = { 'content-type': 'application/vnd.api+json', 'x-api-key': key };
  return (await fetch(`${service}/api/v1/answers`, { method: 'POST', headers, body })).status;
}

const server = createServer(async (incoming, outgoing) => {
  outgoing.writeHead(await pass(incoming)).end();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  print(`Control  http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
