//! A proxy to the server that adds the token, for clients that can't send one.
//! Usage: `node proxy.js PORT TOKEN`. It prints its own URL.

import http from 'node:http';

const [port, token] = process.argv.slice(2);
const own = { host: '' };

const proxy = http.createServer((request, response) => {
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  // A test that sends another host must reach the server with that host.
  if (headers.host === own.host) headers.host = `127.0.0.1:${port}`;
  const { method, url: path } = request;
  const forwarded = http.request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  forwarded.on('error', () => response.destroy());
  response.on('close', () => forwarded.destroy());
  request.pipe(forwarded);
});
proxy.listen(0, '127.0.0.1', () => {
  own.host = `127.0.0.1:${proxy.address().port}`;
  process.stdout.write(`http://${own.host}\n`);
});
