//! Stands before the server for what can't send a token: adds it, and changes nothing else.
//! `node proxy.js PORT TOKEN` prints its own address.

import http from 'node:http';

const [port, token] = process.argv.slice(2);
const own = { host: '' };

const proxy = http.createServer((request, response) => {
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  // Another host than the proxy's is what a test is about.
  if (headers.host === own.host) headers.host = `127.0.0.1:${port}`;
  const { method, url: path } = request;
  const onward = http.request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
});
proxy.listen(0, '127.0.0.1', () => {
  own.host = `127.0.0.1:${proxy.address().port}`;
  process.stdout.write(`http://${own.host}\n`);
});
